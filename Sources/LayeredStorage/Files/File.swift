package import Foundation

/// File operations by path, in system calls, because Foundation loses the cause of a failure. A
/// path with a NUL character is ``SystemError/invalid``; the system would truncate it there.
package enum File {
  /// The maximum number of bytes that ``read(_:)`` returns. A sparse file may have any size.
  package static let sizeLimit = 256 << 20

  /// Returns all bytes of a regular file of at most ``sizeLimit``.
  package static func read(_ path: String) throws(SystemError) -> Data {
    try check(path)
    // Non-blocking, so that a pipe at the path is rejected without waiting.
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
        Foundation.read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
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

  /// Whether something exists at the path, following symbolic links.
  static func exists(_ path: String) throws(SystemError) -> Bool {
    try check(path)
    var status = stat()
    if stat(path, &status) == 0 { return true }
    guard errno == ENOENT else { throw .last }
    return false
  }

  /// Removes a file, if there is one, but not a directory.
  static func remove(_ path: String) throws(SystemError) {
    try check(path)
    guard unlink(path) != 0 else { return }
    switch errno {
    case ENOENT: break
    // Darwin reports EPERM for a directory.
    case EPERM where isDirectory(path): throw .isDirectory
    case let code: throw SystemError(rawValue: code)
    }
  }

  /// Whether there is a directory at the path, following symbolic links.
  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The path, and the target of each symbolic link to which it leads. The last one is the path of
  /// the file, which need not exist.
  static func destinations(of path: String) throws(SystemError) -> [String] {
    var paths: [String] = []
    var next: String? = path
    while let path = next {
      if path.hasSuffix("/") { throw .isDirectory }
      // The limit of Linux.
      guard paths.count < 40 else { throw .linkLoop }
      paths.append(path)
      next = try link(at: path).map { link in
        link.hasPrefix("/") ? link : path.splitPath.directory.appendingPath(link)
      }
    }
    return paths
  }

  /// The target of a symbolic link; nil for anything else.
  private static func link(at path: String) throws(SystemError) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    if count >= 0 {
      return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    // Not a link, or no file.
    guard errno == EINVAL || errno == ENOENT else { throw .last }
    return nil
  }

  /// Creates a directory and its missing parents.
  package static func makeDirectory(_ path: String) throws(SystemError) {
    try check(path)
    if isDirectory(path) { return }
    let parent = path.splitPath.directory
    if parent != path { try makeDirectory(parent) }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last }
    // Checked after `mkdir`: another thread or process may create it first.
    if !isDirectory(path), access(path, F_OK) == 0 { throw .belowFile }
  }

  static func check(_ path: String) throws(SystemError) {
    if path.utf8.contains(0) { throw .invalid }
  }
}

extension String {
  /// The directory and the last component.
  var splitPath: (directory: String, name: String) {
    guard let slash = lastIndex(of: "/") else { return (".", self) }
    let directory = String(self[..<slash])
    return (directory.isEmpty ? "/" : directory, String(self[index(after: slash)...]))
  }

  func appendingPath(_ name: String) -> String { hasSuffix("/") ? self + name : self + "/" + name }
}

extension File {
  /// Replaces the contents of a file atomically: even after a crash of the process or the machine,
  /// a reader finds either all old bytes or all new ones. If it throws, the file has not changed.
  ///
  /// Like `Data.write(options: .atomic)`, it writes a new file in the same directory, which must
  /// exist, syncs it to the disk and renames it.
  ///
  /// - Returns: The fingerprint of the new file before it was renamed.
  @discardableResult
  package static func replace(
    _ path: String, with bytes: Data
  ) throws(SystemError) -> FileFingerprint {
    try check(path)
    let temporary = path.splitPath.directory.appendingPath(
      ".layered-storage-\(UInt64.random(in: 0 ... .max))")
    var old = stat()
    let mode = stat(path, &old) == 0 ? old.st_mode & 0o777 : nil
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
    guard descriptor >= 0 else { throw .last }
    do throws(SystemError) {
      let fingerprint = try fill(descriptor, with: bytes, mode: mode)
      guard rename(temporary, path) == 0 else { throw .last }
      return fingerprint
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func fill(
    _ descriptor: Int32, with bytes: Data, mode: mode_t?
  ) throws(SystemError) -> FileFingerprint {
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    // The umask may have removed permissions.
    if let mode, mode != status.st_mode & 0o777, fchmod(descriptor, mode) != 0 { throw .last }
    guard fsync(descriptor) == 0 else { throw .last }
    return FileFingerprint(status)
  }

  /// Writes all bytes, despite signals and partial writes.
  package static func write(_ bytes: Data, to descriptor: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw .last
      }
    }
  }
}
