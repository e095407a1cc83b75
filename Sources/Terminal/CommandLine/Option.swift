/// An option that a command declares as a property: `let json = Flag("--json", help: "…")`.
package class CommandOption {
  package let name: String
  /// The placeholder for the value in the help text. Nil for an option without a value.
  let placeholder: String?
  package let help: String
  let isRepeatable: Bool

  fileprivate init(_ name: String, _ placeholder: String?, help: String, isRepeatable: Bool) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.isRepeatable = isRepeatable
  }

  /// The option as the help text shows it: `--seed N`.
  package var usage: String { placeholder.map { "\(name) \($0)" } ?? name }

  /// Stores the value, which is nil for an option without one.
  func take(_ text: String?) throws(UsageError) {}
}

package final class Flag: CommandOption {
  package private(set) var isGiven = false

  package init(_ name: String, help: String) {
    super.init(name, nil, help: help, isRepeatable: true)
  }

  override func take(_ text: String?) { isGiven = true }

  /// The help option of every program: `-h` or `--help`.
  package static var help: Flag { Flag("--help", help: "this text; -h does the same") }
}

/// An option with a value.
package final class Option<Value>: CommandOption {
  /// The values in the order of the command line, at most one unless the option is repeatable.
  package private(set) var values: [Value] = []
  private let read: (String) throws(UsageError) -> Value

  /// Nil if the option is not given.
  package var value: Value? { values.last }

  package init(
    _ name: String, _ placeholder: String, help: String, isRepeatable: Bool = false,
    read: @escaping (String) throws(UsageError) -> Value
  ) {
    self.read = read
    super.init(name, placeholder, help: help, isRepeatable: isRepeatable)
  }

  override func take(_ text: String?) throws(UsageError) {
    if let text { values.append(try read(text)) }
  }

  package convenience init(_ name: String, _ placeholder: String, help: String)
  where Value == String {
    self.init(name, placeholder, help: help) { $0 }
  }

  /// An option that accepts texts for which `read` returns a value: `a whole number from 0 to 100`.
  package convenience init(
    _ name: String, _ placeholder: String, takes kind: String, help: String,
    read: @escaping (String) -> Value?
  ) {
    self.init(name, placeholder, help: help) { text throws(UsageError) in
      guard let value = read(text) else {
        throw UsageError("\(name) takes \(kind), not \(text.debugDescription)")
      }
      return value
    }
  }

  /// An option that accepts one word for each choice. The arguments `seeAll` list all words.
  package convenience init(
    _ name: String, _ placeholder: String, among choices: [Value],
    by word: @escaping (Value) -> String, seeAll: String, help: String
  ) {
    self.init(name, placeholder, help: help) { text throws(UsageError) in
      guard let value = choices.first(where: { word($0) == text }) else {
        throw UsageError(
          unknown: String(name.dropFirst(2)), text, among: choices.map(word), seeAll: seeAll)
      }
      return value
    }
  }
}
