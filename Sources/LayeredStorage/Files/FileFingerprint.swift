internal import Foundation

/// What distinguishes one state of a file from the next, without reading it.
package struct FileFingerprint: Equatable, Sendable {
  /// The file, whatever it contains and is called.
  struct Identity: Hashable {
    fileprivate var device: dev_t = 0
    fileprivate var inode: ino_t = 0
  }

  private(set) var identity = Identity()
  private var size: off_t = -1
  private var modifiedAt = timespec()
  private var changedAt = timespec()

  /// The fingerprint of a missing file.
  init() {}

  /// The fingerprint of what the path leads to now, behind symbolic links.
  init(of path: String) {
    var status = stat()
    self = stat(path, &status) == 0 ? FileFingerprint(status) : FileFingerprint()
  }

  init(_ status: stat) {
    identity = Identity(device: status.st_dev, inode: status.st_ino)
    size = status.st_size
    #if canImport(Darwin)
      (modifiedAt, changedAt) = (status.st_mtimespec, status.st_ctimespec)
    #else
      (modifiedAt, changedAt) = (status.st_mtim, status.st_ctim)
    #endif
  }

  package static func == (some: Self, other: Self) -> Bool {
    some.hasSameContents(as: other) && some.changedAt.nanoseconds == other.changedAt.nanoseconds
  }

  /// Whether they are the same file, not written in between. Renaming a file changes the rest.
  func hasSameContents(as other: Self) -> Bool {
    identity == other.identity && size == other.size
      && modifiedAt.nanoseconds == other.modifiedAt.nanoseconds
  }

  var isMissing: Bool { size < 0 }

  var modified: Date { Date(timeIntervalSince1970: TimeInterval(modifiedAt.tv_sec)) }
}

extension timespec {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
