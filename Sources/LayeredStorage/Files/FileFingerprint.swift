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
  /// The time of the last change of the contents, in nanoseconds since 1970.
  private var modifiedAt: Int64 = 0
  /// The time of the last change of the contents or attributes, including the name.
  private var changedAt: Int64 = 0

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
      (modifiedAt, changedAt) = (status.st_mtimespec.nanoseconds, status.st_ctimespec.nanoseconds)
    #else
      (modifiedAt, changedAt) = (status.st_mtim.nanoseconds, status.st_ctim.nanoseconds)
    #endif
  }

  /// Whether both are of the same file, which was not written in between. Renaming a file changes
  /// only the other properties.
  func hasSameContents(as other: Self) -> Bool {
    identity == other.identity && size == other.size && modifiedAt == other.modifiedAt
  }

  package var isMissing: Bool { size < 0 }

  package var modified: Date { Date(timeIntervalSince1970: TimeInterval(modifiedAt) / 1e9) }
}

extension timespec {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
