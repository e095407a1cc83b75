extension Console {
  /// The process's own standard input, output and error.
  ///
  /// - Parameter prepare: is called before each write; may keep its thread for good, which silences the program.
  /// - Returns: a console that waits for Return when both ends are a terminal.
  package static func standard(before prepare: @escaping @Sendable () -> Void = {}) -> Console {
    let awaitReturn: @Sendable () -> Bool = { TerminalInput.awaitReturn() }
    let hasReader = StandardStream.output.isTerminal && TerminalInput.isTerminal
    return Console(
      write: { text in
        prepare()
        try StandardStream.output.write(text)
      },
      complain: { line in
        prepare()
        try? StandardStream.error.write(line + "\n")
      },
      awaitReturn: hasReader ? awaitReturn : nil,
      isStyled: Style.isWelcome)
  }
}
