import Exercising

/// A level for each of three questions about a chain of memory over a file: `.memory` or `.file`.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check WhichLevel`
enum WhichLevel: LevelChoicesRequirements {
  static var writtenFirst: StorageLevel { .undecided }
  static var readUsually: StorageLevel { .undecided }
  static var rightAfterAChange: StorageLevel { .undecided }
}
