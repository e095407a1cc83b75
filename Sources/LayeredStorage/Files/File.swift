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

extension File {
  /// Replaces the contents of a file: a reader finds the old bytes or the new ones, all of them, whenever this
  /// process or the machine stops.
  ///
  /// Works as `Data.write(options: .atomic)` does: writes a new file beside it, syncs that to the disk, and renames
  /// it. This is done in system calls because Foundation drops their errors.
  ///
  /// - Parameters:
  ///   - path: where the file is, or will be, in a directory that exists.
  ///   - bytes: the new contents.
  ///   - random: distinguishes the name of the new file.
  /// - Returns: the fingerprint that the new file had before it was renamed.
  /// - Throws: why it cannot be written. Nothing has changed then.
  @discardableResult
  package static func replace(
    _ path: String, with bytes: Data,
    random: () -> UInt64 = { .random(in: 0 ... .max) }
  ) throws(SystemError) -> FileFingerprint {
    try check(path)
    // A random name is hardly ever taken. A program that takes all of them is not waited for.
    for _ in 0..<8 {
      do throws(SystemError) {
        return try replace(path, with: bytes, writtenAs: StaleTemporaryFiles.name(random()))
      } catch .nameIsTaken {
        continue
      }
    }
    throw .nameIsTaken
  }

  private static func replace(
    _ path: String, with bytes: Data, writtenAs name: String
  ) throws(SystemError) -> FileFingerprint {
    let temporary = path.splitPath.directory.appendingPath(name)
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

  /// Writes, syncs and closes.
  private static func fill(
    _ descriptor: Int32, with bytes: Data, mode: mode_t?
  ) throws(SystemError) -> FileFingerprint {
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    // The process's file mode mask may have taken permissions away.
    if let mode, mode != status.st_mode & 0o777, fchmod(descriptor, mode) != 0 { throw .last }
    guard fsync(descriptor) == 0 else { throw .last }
    return FileFingerprint(status)
  }

  private static func write(_ bytes: Data, to descriptor: Int32) throws(SystemError) {
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

/// Temporary files that a killed process left beside the file that it was writing: `.layered-storage-7c3f…`.
///
/// A process on another machine or in another container may be writing one at this moment, and cannot be seen from
/// here. So a file counts as stale by its age alone, far longer than any write takes.
enum StaleTemporaryFiles {
  private static let prefix = ".layered-storage-"
  /// Seconds since the last modification.
  static let age: TimeInterval = 60 * 60

  /// A name for a temporary file.
  static func name(_ random: UInt64) -> String { prefix + String(random, radix: 16) }

  /// Removes the stale ones in a directory.
  static func remove(in directory: String, now: Date = Date()) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = directory.appendingPath(name)
      let modified = FileFingerprint(of: path).modified
      if modified.addingTimeInterval(age) < now { unlink(path) }
    }
  }
}
