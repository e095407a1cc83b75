import Foundation

/// A folder of one page, which goes with it.
struct Scratch: ~Copyable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "dda-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Where the users are kept.
  var database: URL { folder.appending(path: "users.db") }
}
