/// An option that a command declares as a property: `let json = Flag("--json", help: "…")`.
package protocol DeclaredOption: AnyObject {
  var option: CommandOption { get }

  /// Stores the value, which is nil for an option without one.
  func take(_ text: String?) throws(UsageError)
}

package final class Flag: DeclaredOption {
  package let option: CommandOption
  package private(set) var isGiven = false

  package init(_ name: String, help: String) { option = CommandOption(name, help: help) }

  package func take(_ text: String?) { isGiven = true }

  /// The help option of every program.
  package static var help: Flag { Flag(CommandOption.help.name, help: CommandOption.help.help) }
}

/// An option with a value.
package final class Option<Value>: DeclaredOption {
  package let option: CommandOption
  /// The values in the order of the command line, at most one unless the option is repeatable.
  package private(set) var values: [Value] = []
  private let read: (String) throws(UsageError) -> Value

  /// Nil if the option is not given.
  package var value: Value? { values.last }

  package init(
    _ name: String, _ placeholder: String, help: String, isRepeatable: Bool = false,
    read: @escaping (String) throws(UsageError) -> Value
  ) {
    option = CommandOption(name, placeholder, help: help, isRepeatable: isRepeatable)
    self.read = read
  }

  package func take(_ text: String?) throws(UsageError) {
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
