package import Foundation

/// The properties that distinguish one state of a file from the next without reading it.
package struct FileFingerprint: Equatable, Sendable {
  /// The identity of a file, independent of its contents and name.
  struct Identity: Hashable {
    fileprivate var device: dev_t = 0
    fileprivate var inode: ino_t = 0
  }

  private(set) var identity = Identity()
  private var size: off_t = -1
  /// The time since 1970 of the last change of the contents. Not 64-bit nanoseconds, which end in
  /// 2262: many file systems store later times.
  private var modifiedAt = Duration.zero
  /// The time of the last change of the contents or attributes, including the name.
  private var changedAt = Duration.zero

  /// The fingerprint of a missing file.
  init() {}

  /// The current fingerprint of the file at the path, following symbolic links.
  package init(of path: String) {
    var status = stat()
    self = stat(path, &status) == 0 ? FileFingerprint(status) : FileFingerprint()
  }

  init(_ status: stat) {
    identity = Identity(device: status.st_dev, inode: status.st_ino)
    size = status.st_size
    #if canImport(Darwin)
      (modifiedAt, changedAt) = (status.st_mtimespec.duration, status.st_ctimespec.duration)
    #else
      (modifiedAt, changedAt) = (status.st_mtim.duration, status.st_ctim.duration)
    #endif
  }

  /// Whether both are of the same file, which was not written in between. Renaming a file changes
  /// only the other properties.
  func hasSameContents(as other: Self) -> Bool {
    identity == other.identity && size == other.size && modifiedAt == other.modifiedAt
  }

  package var isMissing: Bool { size < 0 }

  package var modified: Date {
    // Exact for whole seconds, unlike a quotient of durations.
    let (seconds, attoseconds) = modifiedAt.components
    return Date(timeIntervalSince1970: Double(seconds) + Double(attoseconds) / 1e18)
  }
}

extension timespec {
  fileprivate var duration: Duration { .seconds(tv_sec) + .nanoseconds(tv_nsec) }
}
