internal import Foundation

/// Standard output or standard error: every byte is written, or the reason why not is thrown.
package struct StandardStream: Sendable {
  package static let output = StandardStream(descriptor: STDOUT_FILENO)
  package static let error = StandardStream(descriptor: STDERR_FILENO)

  /// A stream that cannot be written.
  package enum Failure: Error, Equatable, LocalizedError {
    /// The reader has closed its end, which needs no message.
    case closedPipe
    /// Another reason, in the system's words: a full disk, for example.
    case failed(String)

    package var errorDescription: String? {
      switch self {
      case .closedPipe: "The reader of the stream has closed it."
      case .failed(let reason): "The stream cannot be written: \(reason)."
      }
    }
  }

  private let descriptor: Int32

  /// Whether the stream is a terminal.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Makes failures of the standard streams plain errors, for the whole process; to be called before
  /// anything else.
  ///
  /// Writing to a closed pipe fails instead of raising a signal. A stream that is closed from the start gets
  /// something that cannot be written, so that no file that is opened later takes its number.
  package static func prepareAll() {
    signal(SIGPIPE, SIG_IGN)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes all bytes, also after signals and partial writes.
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

/// Standard input from a terminal.
package enum TerminalInput {
  /// Whether standard input is a terminal.
  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Waits for a line, which Return ends.
  ///
  /// - Returns: the line without its break, or nil at the end of the input.
  package static func line() -> String? { readLine() }
}
