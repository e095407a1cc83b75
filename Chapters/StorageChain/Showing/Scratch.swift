import Foundation

/// A directory of one page, which goes with it.
struct Scratch: ~Copyable {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appending(path: "storage-chain-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

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
