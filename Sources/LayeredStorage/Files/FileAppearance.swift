internal import Foundation

/// What distinguishes one content of a file from the next, without reading it.
struct FileAppearance: Equatable {
  /// Which file it is, whatever it holds and is called.
  struct Identity: Equatable {
    fileprivate var device: dev_t = 0
    fileprivate var inode: ino_t = 0
  }

  private(set) var identity = Identity()
  private var size: off_t = -1
  private var seconds = 0
  private var nanoseconds = 0

  /// There is no file.
  init() {}

  /// The file that is at the path now, behind symbolic links.
  init(of path: String) {
    var status = stat()
    self = stat(path, &status) == 0 ? FileAppearance(status) : FileAppearance()
  }

  /// How an open file looks, and who may do what with it.
  static func withPermissions(
    of descriptor: Int32
  ) throws(SystemError) -> (appearance: FileAppearance, permissions: mode_t) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    return (FileAppearance(status), status.st_mode & 0o777)
  }

  private init(_ status: stat) {
    identity = Identity(device: status.st_dev, inode: status.st_ino)
    size = status.st_size
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    seconds = modified.tv_sec
    nanoseconds = modified.tv_nsec
  }
}
