internal import Foundation

/// Temporary files that a killed process left beside the file that it was writing: `.layered-storage-7c3f…`.
///
/// A process on another machine or in another container may be writing one at this moment, and cannot be seen from
/// here. So a file counts as stale by its age alone, far longer than any write takes.
enum StaleTemporaryFiles {
  private static let prefix = ".layered-storage-"
  /// Seconds since the last modification.
  static let age: TimeInterval = 60 * 60

  /// A name for a temporary file.
  static func name(_ random: UInt64) -> String { prefix + String(random, radix: 16) }

  /// Removes the stale ones in a directory.
  static func remove(in directory: String, now: Date = Date()) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = directory.appendingPath(name)
      let modified = FileFingerprint(of: path).modified
      if modified.addingTimeInterval(age) < now { unlink(path) }
    }
  }
}
