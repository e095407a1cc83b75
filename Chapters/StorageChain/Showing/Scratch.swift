import Foundation
import Workbook

/// A directory of one page, which goes with it.
struct Scratch: ~Copyable {
  private let folder: ScratchFolder

  init() throws(ScratchError) { folder = try ScratchFolder() }

  var directory: URL { folder.url }

  /// Where the student is kept.
  var file: URL { directory.appending(path: "student.json") }

  var database: URL { directory.appending(path: "student.db") }

  /// Does what another program would do: replaces the file, past every provider.
  func changeOutside(to student: Student) throws { try student.write(to: file) }
}

extension Student {
  /// Replaces a file, past every provider.
  func write(to file: URL) throws {
    try JSONEncoder().encode(self).write(to: file, options: .atomic)
  }
}

extension URL {
  var filePath: String { path(percentEncoded: false) }

  var exists: Bool { FileManager.default.fileExists(atPath: filePath) }
}
