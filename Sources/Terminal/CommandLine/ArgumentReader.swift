/// Reads a command line from left to right: `(option | word)* ("--" word*)?`.
///
/// An option's value follows it or its equals sign: `--seed 7`, `--seed=7`.
package struct ArgumentReader {
  package enum Argument: Equatable, Sendable {
    case word(String)
    case option(CommandOption, value: String?)
    /// The whole argument. The caller decides which options to name in the error.
    case unknownOption(String)
  }

  private let options: [CommandOption]
  private var rest: ArraySlice<String>
  private var given: Set<CommandOption> = []
  private var hasOnlyWords = false

  /// - Parameters:
  ///   - arguments: The command line without the program's name.
  ///   - options: All options of the program, without ``CommandOption/help``.
  package init(_ arguments: [String], options: [CommandOption]) {
    self.options = options + [.help]
    rest = arguments[...]
  }

  /// Returns the next argument, or nil at the end.
  ///
  /// - Throws: `UsageError` when a value is missing, or an option that is not repeatable is given twice.
  package mutating func next() throws(UsageError) -> Argument? {
    guard let argument = rest.popFirst() else { return nil }
    guard !hasOnlyWords, argument.hasPrefix("-"), argument != "-" else { return .word(argument) }
    guard argument != "--" else {
      hasOnlyWords = true
      return try next()
    }
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = argument == "-h" ? CommandOption.help.name : String(parts[0])
    guard let option = options.first(where: { $0.name == name }),
      option.placeholder != nil || parts.count == 1
    else { return .unknownOption(argument) }
    guard option.isRepeatable || given.insert(option).inserted else {
      throw UsageError("\(name) stands twice; give it one value")
    }
    guard option.placeholder != nil else { return .option(option, value: nil) }
    let value = parts.count > 1 ? String(parts[1]) : rest.popFirst()
    guard let value, !value.isEmpty, parts.count > 1 || !value.hasPrefix("--") else {
      throw UsageError("\(name) needs a value: \(option.usage)")
    }
    return .option(option, value: value)
  }
}
