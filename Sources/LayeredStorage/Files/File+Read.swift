internal import Foundation

/// Files by path, in the system's own calls, because Foundation keeps the cause of a failure to itself.
enum File {
  /// All bytes of a regular file.
  static func read(_ path: String) throws(SystemError) -> Data {
    // Non-blocking, so that a pipe in the file's place is refused and not waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw status.st_mode & S_IFMT == S_IFDIR ? .isDirectory : SystemError(rawValue: EINVAL)
    }
    var bytes = Data(count: Int(status.st_size) + 1)
    var filled = 0
    while true {
      if filled == bytes.count { bytes.append(Data(count: bytes.count)) }
      let count = bytes.withUnsafeMutableBytes { buffer in
        Foundation.read(
          descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      }
      if count > 0 {
        filled += count
      } else if count == 0 {
        return bytes.prefix(filled)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Whether there is something at the path, behind symbolic links.
  static func exists(_ path: String) throws(SystemError) -> Bool {
    var status = stat()
    if stat(path, &status) == 0 { return true }
    guard errno == ENOENT else { throw .last }
    return false
  }

  /// Removes a file, but no directory.
  ///
  /// - Returns: whether there was one.
  static func remove(_ path: String) throws(SystemError) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw .last }
    return false
  }

  /// Makes a directory and those above it.
  ///
  /// - Returns: whether it was missing.
  @discardableResult
  static func makeDirectory(_ path: String) throws(SystemError) -> Bool {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
      guard isDirectory.boolValue else { throw .belowFile }
      return false
    }
    let parent = path.splitPath.directory
    if parent != path { try makeDirectory(parent) }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last }
    return true
  }
}
