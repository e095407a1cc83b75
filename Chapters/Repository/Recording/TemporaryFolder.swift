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

  deinit {
    // A database that is closed on another thread just now takes its own files away, and a removal
    // that stumbles over that leaves the rest; so it is tried again.
    for _ in 0..<10 where FileManager.default.fileExists(atPath: url.path) {
      try? FileManager.default.removeItem(at: url)
    }
  }
}
