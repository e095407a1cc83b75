internal import Concurrency
internal import Foundation

/// The input and output of a program, which tests can replace.
package struct Console: Sendable {
  /// Writes text, without adding a line break, to standard output.
  package let write: @Sendable (String) throws(StandardStream.Failure) -> Void
  /// Writes a line to standard error and ignores failures.
  package let complain: @Sendable (String) -> Void
  /// Writes a prompt to standard error, and waits for the line that the reader types. Returns nil
  /// at the end of the input. The function is nil without a terminal.
  package let ask: (@Sendable (_ prompt: String) -> String?)?
  /// Whether escape codes may be written to standard output.
  package let isStyled: Bool
  /// Whether pictures may have lines and arrows outside ASCII.
  package var isUnicode = true
  /// The columns of standard output's terminal, or 80 without one.
  package var columns: @Sendable () -> Int = { 80 }
  /// Discards input that was typed and not read yet.
  package var discardInput: @Sendable () -> Void = {}

  package init(
    write: @escaping @Sendable (String) throws(StandardStream.Failure) -> Void,
    complain: @escaping @Sendable (String) -> Void,
    ask: (@Sendable (_ prompt: String) -> String?)?, isStyled: Bool
  ) {
    self.write = write
    self.complain = complain
    self.ask = ask
    self.isStyled = isStyled
  }
}

extension Console {
  /// The process's own standard input, output and error. It asks if both ends are a terminal.
  /// `prepare` is called before each write: if it never returns, the program prints nothing.
  package static func standard(before prepare: @escaping @Sendable () -> Void = {}) -> Console {
    let ask: @Sendable (String) -> String? = { prompt in
      prepare()
      try? StandardStream.error.write(prompt)
      return readLine()
    }
    let environment = ProcessInfo.processInfo.environment
    let hasReader = StandardStream.output.isTerminal && isatty(STDIN_FILENO) == 1
    var console = Console(
      write: { text throws(StandardStream.Failure) in
        prepare()
        try StandardStream.output.write(text)
      },
      complain: { line in
        prepare()
        try? StandardStream.error.write(line + "\n")
      },
      ask: hasReader ? ask : nil,
      isStyled: StandardStream.output.isTerminal && Style.isSupported(in: environment))
    console.isUnicode = Style.isUnicode(in: environment)
    console.columns = { StandardStream.output.columns ?? 80 }
    console.discardInput = { tcflush(STDIN_FILENO, TCIFLUSH) }
    return console
  }
}

/// Standard output that stores its first failure, and writes nothing afterwards.
package final class Output: Sendable {
  private let console: Console
  private let firstFailure = Locked<StandardStream.Failure?>(nil)

  package init(_ console: Console) { self.console = console }

  package var failure: StandardStream.Failure? { firstFailure.withLock { $0 } }

  package func line(_ text: String) {
    guard failure == nil else { return }
    do { try console.write(text + "\n") } catch { firstFailure.withLock { $0 = $0 ?? error } }
  }

  /// Writes a heading, in bold if the terminal supports it.
  package func heading(_ text: String) { line(console.isStyled ? Style.bold(text) : text) }
}
