package import Foundation

extension File {
  /// Makes the bytes the file's contents: whoever reads finds the old ones or the new ones, all of them,
  /// whenever this process or the machine stops.
  ///
  /// As `Data.write(options: .atomic)` does: into a new file beside it, to the disk, then into its place.
  /// Done here in the system's calls, because Foundation drops their errors.
  ///
  /// - Returns: how the new file looks.
  @discardableResult
  package static func replace(
    _ path: String, with bytes: Data
  ) throws(SystemError) -> FileAppearance {
    // A random name is taken hardly ever; somebody who takes them all is not waited for.
    for _ in 0..<8 {
      do throws(SystemError) {
        return try Leftovers.withName { name throws(SystemError) in
          try replace(path, with: bytes, writtenAs: name)
        }
      } catch .nameIsTaken {
        continue
      }
    }
    throw .nameIsTaken
  }

  private static func replace(
    _ path: String, with bytes: Data, writtenAs name: String
  ) throws(SystemError) -> FileAppearance {
    let temporary = path.splitPath.directory.appendingPath(name)
    var old = stat()
    let mode = stat(path, &old) == 0 ? old.st_mode & 0o777 : nil
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
    guard descriptor >= 0 else { throw .last }
    let appearance: FileAppearance
    do throws(SystemError) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor)
      if let mode, fchmod(descriptor, mode) != 0 { throw .last }
      guard fsync(descriptor) == 0 else { throw .last }
      appearance = try FileAppearance(of: descriptor)
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let error = SystemError.last
      unlink(temporary)
      throw error
    }
    return appearance
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
