/// The words and options of a command line: `(option | word)* ("--" word*)?`. The value of an
/// option follows as the next argument or after an equals sign: `--seed 7`, `--seed=7`.
package struct ArgumentReader {
  package private(set) var words: [String] = []
  /// The given options. Flags and missing values have nil; an unknown option is the whole argument.
  private(set) var given: [(name: String, value: String?)] = []

  /// Reads from left to right. The options are all that the program has.
  package init(_ arguments: [String], options: [CommandOption]) {
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
      if parts.count > 1 {
        given.append((name, String(parts[1])))
      } else {
        let value = option.placeholder == nil ? nil : rest.popFirst()
        given.append((name, value?.hasPrefix("--") == true ? nil : value))
      }
    }
    words += rest
  }

  /// Throws for a given option that is not one of these. The arguments `seeAll` list them.
  package func requireKnown(_ options: [CommandOption], seeAll: String) throws(UsageError) {
    let names = options.map(\.name)
    guard let (unknown, _) = given.first(where: { !names.contains($0.name) }) else { return }
    throw UsageError(unknown: "option", unknown, among: names, seeAll: seeAll)
  }

  /// Stores the given values in a command's options, which the arguments `seeAll` list.
  ///
  /// - Throws: ``UsageError`` for an option that is not one of them, is given twice although it is
  ///   not repeatable, or lacks its value or refuses it.
  package func store(in options: [CommandOption], seeAll: String) throws(UsageError) {
    try requireKnown(options, seeAll: seeAll)
    for (index, (name, value)) in given.enumerated() {
      guard let option = options.first(where: { $0.name == name }) else { continue }
      guard option.isRepeatable || !given[..<index].contains(where: { $0.name == name }) else {
        throw UsageError("\(name) was given twice; pass it once")
      }
      guard option.placeholder == nil || value?.isEmpty == false else {
        throw UsageError("\(name) needs a value: \(option.usage)")
      }
      try option.take(value)
    }
  }
}
