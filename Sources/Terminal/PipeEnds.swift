package import Foundation

/// The two ends of a new pipe, each of which is closed with its last reference. No child process inherits them.
///
/// It replaces Foundation's `Pipe`, which ends the process when there are too few descriptors.
package struct PipeEnds: Sendable {
  package let reading: FileHandle
  package let writing: FileHandle

  /// - Throws: The system's error, for example that too many files are open.
  package init() throws(POSIXError) {
    var ends: [CInt] = [-1, -1]
    #if canImport(Darwin)
      let code = pipe(&ends)
      // A child that starts between the calls inherits neither: `SpawnedProcess` and Foundation start children with
      // POSIX_SPAWN_CLOEXEC_DEFAULT.
      for end in ends where code == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // Not a pipe, because Swift does not import the call that creates one which children do not inherit.
      let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      let code = socketpair(AF_UNIX, kind, 0, &ends)
      if code == 0 { shutdown(ends[0], CInt(SHUT_WR)) }
    #endif
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
  }
}
