import Foundation
import Workbook

/// A directory of one page, which is removed at its end.
struct Scratch: ~Copyable {
  private let folder: ScratchFolder

  init() throws(ScratchError) { folder = try ScratchFolder() }

  var directory: URL { folder.url }

  /// The student's file.
  var file: URL { directory.appending(path: "student.json") }

  var database: URL { directory.appending(path: "student.db") }

  /// Replaces the file without a provider, as another program would.
  func changeOutside(to student: Student) throws { try student.write(to: file) }
}

extension Student {
  /// Replaces a file without a provider.
  func write(to file: URL) throws {
    try JSONEncoder().encode(self).write(to: file, options: .atomic)
  }
}

extension URL {
  var filePath: String { path(percentEncoded: false) }

  var exists: Bool { FileManager.default.fileExists(atPath: filePath) }
}
