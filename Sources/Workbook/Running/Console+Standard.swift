internal import Terminal

extension Console {
  /// The process's own standard input, output and error.
  static func standard() -> Console {
    StandardStream.ignoreBrokenPipeSignal()
    let isStyled = Style.isWelcome
    let awaitReturn: @Sendable () -> Void = {
      TerminalInput.awaitReturn()
      // The terminal has shown the Return; the next line takes that place.
      if isStyled { try? StandardStream.output.write(Style.lineUp) }
    }
    let hasReader = StandardStream.output.isTerminal && TerminalInput.isTerminal
    return Console(
      write: { text in try StandardStream.output.write(text) },
      complain: { line in try? StandardStream.error.write(line + "\n") },
      awaitReturn: hasReader ? awaitReturn : nil,
      isStyled: isStyled)
  }
}
