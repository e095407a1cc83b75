internal import Foundation

/// A pipe whose two ends are closed once each, and that no other program inherits.
struct OneWayPipe: ~Copyable {
  let reading: Int32
  private(set) var writing: Int32?

  /// - Parameter isPrivate: Makes it of two sockets: whoever writes to it cannot open it anew by way of `/proc`, to
  ///   read what was written.
  /// - Throws: ``Trouble`` when the system has no descriptors left.
  init(isPrivate: Bool = false) throws(Trouble) {
    var ends: [Int32] = [-1, -1]
    let code = isPrivate ? Self.connect(&ends) : pipe(&ends)
    guard code == 0 else { throw Trouble("No pipe could be made", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = ends[0]
    writing = ends[1]
  }

  private static func connect(_ ends: inout [Int32]) -> Int32 {
    #if canImport(Darwin)
      let (kind, end) = (SOCK_STREAM, SHUT_WR)
    #else
      let (kind, end) = (Int32(SOCK_STREAM.rawValue), Int32(SHUT_WR))
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return -1 }
    return shutdown(ends[0], end)
  }

  /// Closes the end that is written to.
  mutating func closeWriting() {
    if let writing { close(writing) }
    writing = nil
  }

  /// Writes all of it, which must fit into the pipe, and closes that end.
  mutating func send(_ text: String) {
    let bytes = Array(text.utf8)
    if let writing { _ = bytes.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) } }
    closeWriting()
  }

  deinit {
    close(reading)
    if let writing { close(writing) }
  }
}
