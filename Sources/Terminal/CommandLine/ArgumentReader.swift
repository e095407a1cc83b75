/// The words and options of a command line: `(option | word)* ("--" word*)?`. The value of an option
/// follows as the next argument or after an equals sign: `--seed 7`, `--seed=7`.
package struct ArgumentReader {
  package private(set) var words: [String] = []
  /// The given options by their names, with their values. An unknown one is the whole argument.
  private(set) var given: [(name: String, value: String?)] = []

  /// Reads from left to right. The options are all that the program has.
  ///
  /// - Throws: ``UsageError`` if a value is missing or one too many.
  package init(_ arguments: [String], options: [CommandOption]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      guard argument != "--" else { break }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = argument == "-h" ? "--help" : String(parts[0])
      guard let option = options.first(where: { $0.name == name }),
        option.placeholder != nil || parts.count == 1
      else {
        given.append((argument, nil))
        continue
      }
      guard option.isRepeatable || !given.contains(where: { $0.name == name }) else {
        throw UsageError("\(name) was given twice; pass it once")
      }
      guard option.placeholder != nil else {
        given.append((name, nil))
        continue
      }
      let value = parts.count > 1 ? String(parts[1]) : rest.popFirst()
      guard let value, !value.isEmpty, parts.count > 1 || !value.hasPrefix("--") else {
        throw UsageError("\(name) needs a value: \(option.usage)")
      }
      given.append((name, value))
    }
    words += rest
  }

  /// Stores the values of the given options in a command's own.
  ///
  /// - Throws: ``UsageError`` for an option that is not one of them, or refuses its value. The
  ///   arguments `seeAll` list the options.
  package func store(in options: [CommandOption], seeAll: String) throws(UsageError) {
    for (name, value) in given {
      guard let option = options.first(where: { $0.name == name }) else {
        throw UsageError(unknown: "option", name, among: options.map(\.name), seeAll: seeAll)
      }
      try option.take(value)
    }
  }
}
