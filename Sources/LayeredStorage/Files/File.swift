package import Foundation

/// Files by path, in system calls, because Foundation does not keep the cause of a failure.
///
/// A path with a NUL character is refused as ``SystemError/invalid``; the system would cut it there.
package enum File {
  /// The most bytes that ``read(_:)`` returns. A file without blocks may claim any size.
  package static let sizeLimit = 256 << 20

  /// All bytes of a regular file.
  ///
  /// - Throws: ``SystemError/tooLarge`` above ``sizeLimit``, and what the system reports.
  package static func read(_ path: String) throws(SystemError) -> Data {
    try check(path)
    // Non-blocking, so that a pipe at the path is refused and not waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw status.st_mode & S_IFMT == S_IFDIR ? .isDirectory : .invalid
    }
    guard status.st_size <= sizeLimit else { throw .tooLarge }
    var bytes = Data(count: Int(status.st_size) + 1)
    var filled = 0
    while true {
      if filled == bytes.count {
        guard filled <= sizeLimit else { throw .tooLarge }
        bytes.append(Data(count: bytes.count))
      }
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
    try check(path)
    var status = stat()
    if stat(path, &status) == 0 { return true }
    guard errno == ENOENT else { throw .last }
    return false
  }

  /// Removes a file, but no directory.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  package static func remove(_ path: String) throws(SystemError) -> Bool {
    try check(path)
    if unlink(path) == 0 { return true }
    switch errno {
    case ENOENT: return false
    // Darwin reports that a directory is not permitted to be unlinked.
    case EPERM where isDirectory(path): throw .isDirectory
    case let code: throw SystemError(rawValue: code)
    }
  }

  /// Whether there is a directory at the path, behind symbolic links.
  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The target of a symbolic link; nil for anything else.
  ///
  /// - Throws: what the system reports, such as that there is nothing at the path.
  static func link(at path: String) throws(SystemError) -> String? {
    let link = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) {
      buffer -> Result<String, SystemError> in
      guard let start = buffer.baseAddress else { return .failure(.notFound) }
      let count = readlink(path, start, buffer.count)
      guard count >= 0 else { return .failure(.last) }
      return .success(String(decoding: UnsafeRawBufferPointer(buffer).prefix(count), as: UTF8.self))
    }
    do throws(SystemError) {
      return try link.get()
    } catch .invalid {
      return nil
    }
  }

  /// Makes a directory and those above it.
  ///
  /// - Returns: whether it was missing.
  @discardableResult
  package static func makeDirectory(_ path: String) throws(SystemError) -> Bool {
    try check(path)
    if isDirectory(path) { return false }
    var status = stat()
    if stat(path, &status) == 0 { throw .belowFile }
    let parent = path.splitPath.directory
    if parent != path { try makeDirectory(parent) }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last }
    return true
  }

  static func check(_ path: String) throws(SystemError) {
    if path.utf8.contains(0) { throw .invalid }
  }
}

extension String {
  /// The directory and the last name.
  var splitPath: (directory: String, name: String) {
    guard let slash = lastIndex(of: "/") else { return (".", self) }
    let directory = String(self[..<slash])
    return (directory.isEmpty ? "/" : directory, String(self[index(after: slash)...]))
  }

  func appendingPath(_ name: String) -> String { hasSuffix("/") ? self + name : self + "/" + name }
}
