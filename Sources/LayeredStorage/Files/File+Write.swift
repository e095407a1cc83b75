package import Foundation

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
