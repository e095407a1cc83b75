internal import Foundation

/// Exclusive locks on files, between processes. The system releases one when its process ends, however that ends.
package enum FileLock {
  /// Opens a file and locks it. Closing the descriptor releases the lock.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - makesFile: Whether a missing file is made.
  ///   - waits: Whether to wait while another process has the lock.
  /// - Returns: The descriptor; -1 with the reason in `errno`.
  package static func acquire(_ path: String, makesFile: Bool, waits: Bool) -> Int32 {
    var flags = O_RDWR | O_CLOEXEC | (makesFile ? O_CREAT : 0)
    #if canImport(Darwin)
      // O_EXLOCK: locked as by `flock`, from the moment when it is open.
      flags |= 0x20 | (waits ? 0 : O_NONBLOCK)
    #endif
    var descriptor = open(path, flags, 0o666)
    while descriptor < 0, errno == EINTR { descriptor = open(path, flags, 0o666) }
    #if !canImport(Darwin)
      while descriptor >= 0, flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
        guard errno != EINTR else { continue }
        let code = errno
        close(descriptor)
        errno = code
        return -1
      }
    #endif
    return descriptor
  }
}
