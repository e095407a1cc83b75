extension Console {
  /// The process's own standard input, output and error.
  package static func standard() -> Console {
    let awaitReturn: @Sendable () -> Bool = { TerminalInput.awaitReturn() }
    let hasReader = StandardStream.output.isTerminal && TerminalInput.isTerminal
    return Console(
      write: { text in try StandardStream.output.write(text) },
      complain: { line in try? StandardStream.error.write(line + "\n") },
      awaitReturn: hasReader ? awaitReturn : nil,
      isStyled: Style.isWelcome)
  }
}
