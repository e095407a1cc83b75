/// Reads a command line from left to right: `(option | word)* ("--" word*)?`. The value of an
/// option follows as the next argument or after an equals sign: `--seed 7`, `--seed=7`.
package struct ArgumentReader {
  package enum Argument: Equatable, Sendable {
    case word(String)
    case option(CommandOption, value: String?)
    /// The whole argument. The caller reports the error, with the options that it supports.
    case unknownOption(String)
  }

  private let options: [CommandOption]
  private var rest: ArraySlice<String>
  private var given: Set<CommandOption> = []
  private var hasOnlyWords = false

  /// The options are all that the program has, without ``CommandOption/help``.
  package init(_ arguments: [String], options: [CommandOption]) {
    self.options = options + [.help]
    rest = arguments[...]
  }

  /// Returns the next argument, or nil at the end. Throws if a value is missing or one too many.
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
      throw UsageError("\(name) was given twice; pass it once")
    }
    guard option.placeholder != nil else { return .option(option, value: nil) }
    let value = parts.count > 1 ? String(parts[1]) : rest.popFirst()
    guard let value, !value.isEmpty, parts.count > 1 || !value.hasPrefix("--") else {
      throw UsageError("\(name) needs a value: \(option.usage)")
    }
    return .option(option, value: value)
  }
}

extension ArgumentReader {
  /// Reads a command line, stores the values of its options, and returns its words.
  package static func words(
    of arguments: [String], storing options: [any DeclaredOption]
  ) throws(UsageError) -> [String] {
    var reader = ArgumentReader(arguments, options: options.map(\.option))
    var words: [String] = []
    while let argument = try reader.next() {
      switch argument {
      case .word(let word): words.append(word)
      case .option(let option, let text):
        for declared in options where declared.option == option { try declared.take(text) }
      case .unknownOption(let argument):
        throw UsageError(
          unknown: "option", argument, among: options.map(\.option.name), seeAll: "--help")
      }
    }
    return words
  }
}

/// An option of a command line: `--json`, or `--seed N`, which takes a value.
package struct CommandOption: Hashable, Sendable {
  package let name: String
  /// The placeholder for the value in the help text. Nil for an option without a value.
  package let placeholder: String?
  package let help: String
  package let isRepeatable: Bool

  package init(
    _ name: String, _ placeholder: String? = nil, help: String, isRepeatable: Bool = false
  ) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.isRepeatable = isRepeatable || placeholder == nil
  }

  /// The help option of every program: `-h` or `--help`.
  package static let help = CommandOption("--help", help: "this text; -h does the same")

  /// The option as the help text shows it: `--seed N`.
  package var usage: String { placeholder.map { "\(name) \($0)" } ?? name }
}
