internal import Foundation

/// Two connected sockets, one for writing and one for reading, which other programs do not inherit.
///
/// Sockets instead of a pipe, because a writer cannot open a socket through `/proc` to read what was written, and because
/// Linux creates them with close-on-exec.
struct OneWaySocket: ~Copyable {
  let reading: Int32
  private(set) var writing: Int32?

  /// - Throws: ``GradingError`` if the system has no descriptors left.
  init() throws(GradingError) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let (kind, end) = (SOCK_STREAM, SHUT_WR)
    #else
      let (kind, end) = (Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), Int32(SHUT_WR))
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw GradingError("No socket could be created", errno)
    }
    #if canImport(Darwin)
      // POSIX_SPAWN_CLOEXEC_DEFAULT closes them in a child that starts between the calls.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      var isOn: Int32 = 1
      setsockopt(ends[1], SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    _ = shutdown(ends[0], end)
    reading = ends[0]
    writing = ends[1]
  }

  /// Closes the writing end.
  mutating func closeWriting() {
    if let writing { close(writing) }
    writing = nil
  }

  /// Writes a text, which must fit into the socket's buffer. The rest of a longer one is lost, and so is all after the
  /// reader's end.
  func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while let writing, !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(writing, $0.baseAddress, $0.count, Self.flags)
      }
      guard count >= 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Neither waits nor ends the process by SIGPIPE.
  #if canImport(Darwin)
    private static let flags: Int32 = 0x80  // MSG_DONTWAIT
  #else
    private static let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
  #endif

  deinit {
    close(reading)
    if let writing { close(writing) }
  }
}
