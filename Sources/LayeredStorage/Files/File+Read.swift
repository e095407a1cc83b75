package import Foundation

/// Files by path, in the system's own calls, because Foundation keeps the cause of a failure to itself.
package enum File {
  /// All bytes of a regular file.
  package static func read(_ path: String) throws(SystemError) -> Data {
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
  package static func remove(_ path: String) throws(SystemError) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw .last }
    return false
  }

  /// Whether there is a directory at the path, behind symbolic links.
  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether the file has other names in the file system.
  static func hasOtherNames(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_nlink > 1
  }

  /// What a symbolic link says; nil if it is none.
  static func link(at path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, buffer.count)
      guard count >= 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self)
    }
  }

  /// Makes a directory and those above it.
  ///
  /// - Returns: whether it was missing.
  @discardableResult
  package static func makeDirectory(_ path: String) throws(SystemError) -> Bool {
    if isDirectory(path) { return false }
    var status = stat()
    if stat(path, &status) == 0 { throw .belowFile }
    let parent = path.splitPath.directory
    if parent != path { try makeDirectory(parent) }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last }
    return true
  }
}
