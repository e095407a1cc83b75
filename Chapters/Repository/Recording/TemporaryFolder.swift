import Foundation

/// A folder of its own below the temporary directory; it goes when its owner does.
struct TemporaryFolder: ~Copyable {
  let url: URL

  /// - Throws: what the file manager throws when the folder cannot be made.
  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "chapter-repository-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
