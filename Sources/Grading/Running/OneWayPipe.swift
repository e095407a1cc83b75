internal import Foundation

/// A pipe whose two ends are closed once each, and that no other program inherits.
struct OneWayPipe: ~Copyable {
  let reading: Int32
  private(set) var writing: Int32?

  /// - Throws: ``Trouble`` when the system has no descriptors left.
  init() throws(Trouble) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Trouble("No pipe could be made", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = ends[0]
    writing = ends[1]
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
