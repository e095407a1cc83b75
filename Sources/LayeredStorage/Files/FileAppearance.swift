internal import Foundation

/// What distinguishes one content of a file from the next, without reading it.
package struct FileAppearance: Equatable {
  private var device: dev_t = 0
  private var inode: ino_t = 0
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

  init(of descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    self.init(status)
  }

  private init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
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
