public import Foundation

extension URL {
  /// The folder of the package that contains these tests.
  public static let testedPackage = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of the file, or nil if the file is missing or not UTF-8.
  public var text: String? { try? String(contentsOf: self, encoding: .utf8) }

  /// The sorted names of everything in the folder, including hidden files.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Writes a file and creates the folders in its path.
  public func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      at: deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: self)
  }

  /// Copies text files, and those in folders, without their attributes, so that they may have any
  /// owner.
  public func copy(_ paths: [String], to folder: URL) throws {
    for path in paths {
      let inner = FileManager.default.enumerator(atPath: appending(path: path).path)
      for path in [path] + (inner?.compactMap { $0 as? String } ?? []).map({ "\(path)/\($0)" }) {
        // A folder has no text.
        try appending(path: path).text.map { try folder.appending(path: path).write($0) }
      }
    }
  }
}
