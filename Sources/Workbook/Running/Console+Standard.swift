internal import Terminal

extension Console {
  /// The process's own standard input, output and error; silent once the program is being ended.
  static func standard() -> Console {
    let awaitReturn: @Sendable () -> Bool = { TerminalInput.awaitReturn() }
    let hasReader = StandardStream.output.isTerminal && TerminalInput.isTerminal
    return Console(
      write: { text in
        Interruption.standStillIfBegun()
        try StandardStream.output.write(text)
      },
      complain: { line in
        Interruption.standStillIfBegun()
        try? StandardStream.error.write(line + "\n")
      },
      awaitReturn: hasReader ? awaitReturn : nil,
      isStyled: Style.isWelcome)
  }
}
