package import Foundation

/// The directory for temporary files.
package enum TemporaryDirectory {
  /// `TMPDIR`, which Foundation ignores on Darwin; otherwise the directory that the system provides.
  ///
  /// Its path has no symbolic links, because SQLite reports the paths of its files without them:
  /// `/private/var/…` for `/var/…`.
  package static var url: URL { url(in: ProcessInfo.processInfo.environment) }

  static func url(in environment: [String: String]) -> URL {
    let chosen = environment["TMPDIR", default: ""]
    let directory =
      chosen.isEmpty
      ? FileManager.default.temporaryDirectory : URL(filePath: chosen, directoryHint: .isDirectory)
    // Foundation would resolve links as well, but remove `/private` on Darwin.
    guard let resolved = realpath(directory.path(percentEncoded: false), nil) else {
      return directory
    }
    defer { free(resolved) }
    return URL(filePath: String(cString: resolved), directoryHint: .isDirectory)
  }
}
