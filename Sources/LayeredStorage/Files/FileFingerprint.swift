internal import Foundation

/// The properties that distinguish one state of a file from the next, without reading it.
package struct FileFingerprint: Equatable, Sendable {
  /// The file, whatever it contains and is called.
  struct Identity: Hashable {
    fileprivate var device: dev_t = 0
    fileprivate var inode: ino_t = 0
  }

  private(set) var identity = Identity()
  private var size: off_t = -1
  /// In nanoseconds since 1970.
  private var modifiedAt: Int64 = 0
  /// The time of the last change of the contents or of the file's attributes, its name among them.
  private var changedAt: Int64 = 0

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
      (modifiedAt, changedAt) = (status.st_mtimespec.nanoseconds, status.st_ctimespec.nanoseconds)
    #else
      (modifiedAt, changedAt) = (status.st_mtim.nanoseconds, status.st_ctim.nanoseconds)
    #endif
  }

  /// Whether they are the same file, not written in between. Renaming a file changes the rest.
  func hasSameContents(as other: Self) -> Bool {
    identity == other.identity && size == other.size && modifiedAt == other.modifiedAt
  }

  var isMissing: Bool { size < 0 }

  var modified: Date { Date(timeIntervalSince1970: TimeInterval(modifiedAt) / 1e9) }
}

extension timespec {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
