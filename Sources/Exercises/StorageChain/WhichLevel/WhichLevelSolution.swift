import Exercising

/// A level for each of three questions about a chain of memory over a file.
enum WhichLevel: LevelChoicesRequirements {
  static var writtenFirst: StorageLevel { .file }
  static var readUsually: StorageLevel { .memory }
  static var rightAfterAChange: StorageLevel { .file }
}
