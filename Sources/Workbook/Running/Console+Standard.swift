import Foundation

extension Console {
  /// The process's own standard input, output and error.
  static func standard() -> Console {
    // So that a closed pipe is an error that `write` returns, and not a signal.
    signal(SIGPIPE, SIG_IGN)
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isStyled = isTerminal && allowsStyle(ProcessInfo.processInfo.environment)
    let awaitReturn: @Sendable () -> Void = {
      _ = readLine()
      // The terminal has shown the Return; the next line takes that place.
      if isStyled { try? writeAll("\u{1B}[1A", to: STDOUT_FILENO) }
    }
    return Console(
      write: { text in try writeAll(text, to: STDOUT_FILENO) },
      complain: { line in try? writeAll(line + "\n", to: STDERR_FILENO) },
      awaitReturn: isTerminal && isatty(STDIN_FILENO) == 1 ? awaitReturn : nil,
      isStyled: isStyled)
  }

  /// Whether the reader's environment is fine with colours: see no-color.org.
  static func allowsStyle(_ environment: [String: String]) -> Bool {
    environment["NO_COLOR", default: ""].isEmpty && environment["TERM", default: "dumb"] != "dumb"
  }
}

/// Writes all bytes, however many calls that takes.
private func writeAll(_ text: String, to descriptor: Int32) throws(OutputError) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      bytes = bytes.dropFirst(count)
    } else if errno == EPIPE {
      throw .closedPipe
    } else if errno != EINTR {
      throw .failed(String(cString: strerror(errno)))
    }
  }
}
