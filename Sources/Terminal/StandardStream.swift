internal import Foundation

/// Standard output or standard error. A write either writes every byte or throws the reason.
package struct StandardStream: Sendable {
  package static let output = StandardStream(descriptor: STDOUT_FILENO)
  package static let error = StandardStream(descriptor: STDERR_FILENO)

  package enum Failure: Error, Equatable, LocalizedError {
    /// The reader has closed the pipe, which needs no message.
    case closedPipe
    /// Another reason, such as a full disk, as the system's message.
    case failed(String)

    package var errorDescription: String? {
      switch self {
      case .closedPipe: "The reader of the stream has closed it."
      case .failed(let reason): "The stream cannot be written: \(reason)."
      }
    }
  }

  private let descriptor: Int32

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether the stream still has a reader. A pipe whose reader has ended does not.
  package var hasReader: Bool {
    var stream = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&stream, 1, 0) <= 0 || Int32(stream.revents) & (POLLERR | POLLHUP) == 0
  }

  /// The size of the terminal. Nil without a terminal, or if its size is unknown.
  package var columns: Int? { size(\.ws_col) }
  package var rows: Int? { size(\.ws_row) }

  private func size(_ side: KeyPath<winsize, UInt16>) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size[keyPath: side] > 0 else {
      return nil
    }
    return Int(size[keyPath: side])
  }

  /// Makes writing to a closed pipe, or beyond the largest size of a file, an error instead of a
  /// signal, for the whole process. A standard stream that is closed at the start is replaced with
  /// a read-only descriptor, so that no later file gets its number. Call it before anything else.
  package static func prepareAll() {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Rewrites the current line. Has no effect without a terminal.
  package func rewriteLine(_ text: String) {
    // A failure to show progress must not stop the program.
    if isTerminal { try? write("\r\u{1B}[K" + text) }
  }

  /// Writes all bytes, despite signals and partial writes.
  package func write(_ text: String) throws(Failure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let (count, code) = rest.withUnsafeBytes { bytes in
        (Foundation.write(descriptor, bytes.baseAddress, bytes.count), errno)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if code == EPIPE {
        throw .closedPipe
      } else if code != EINTR {
        throw .failed(String(cString: strerror(code)))
      }
    }
  }
}
