package import Foundation

/// Two connected sockets: bytes that are written to one are read from the other. Each is closed
/// with its last reference. No child process inherits them. Not a pipe, which a writer could open
/// through `/proc` to read what was written; Foundation's also ends a process with few descriptors.
package struct SocketPair: Sendable {
  package let reading: FileHandle
  package let writing: FileHandle

  /// - Throws: The system's error, for example that too many files are open.
  package init() throws(POSIXError) {
    var ends: [CInt] = [-1, -1]
    #if canImport(Darwin)
      let (kind, writing) = (SOCK_STREAM, SHUT_WR)
    #else
      let (kind, writing) = (CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), CInt(SHUT_WR))
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .current }
    #if canImport(Darwin)
      // A child that starts between the calls inherits neither: `SpawnedProcess` and Foundation
      // start children with POSIX_SPAWN_CLOEXEC_DEFAULT.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      var isOn: CInt = 1
      setsockopt(ends[1], SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<CInt>.size))
    #endif
    shutdown(ends[0], writing)
    reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    self.writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
  }

  /// Writes a text without waiting. A text that does not fit into the socket's buffer is truncated,
  /// and a text after the reader's end is lost.
  package func send(_ text: String) {
    #if canImport(Darwin)
      let flags: CInt = 0x80  // MSG_DONTWAIT
    #else
      let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
    #endif
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(writing.fileDescriptor, $0.baseAddress, $0.count, flags)
      }
      guard count >= 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}

extension POSIXError {
  static var current: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension POSIXErrorCode {
  /// The code of a `POSIXError`, or the cause of a Foundation error, whose text on Linux omits it.
  package init(causing error: any Error) {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey]
    self = (error as? POSIXError ?? cause as? POSIXError)?.code ?? .EIO
  }
}
