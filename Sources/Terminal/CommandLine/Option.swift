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
}

/// An option with a value. The value is nil, or an empty array, if the option is not given.
package final class Option<Value>: DeclaredOption {
  package let option: CommandOption
  package private(set) var value: Value
  private let update: (inout Value, String) throws(UsageError) -> Void

  private init(
    _ option: CommandOption, _ value: Value,
    update: @escaping (inout Value, String) throws(UsageError) -> Void
  ) {
    self.option = option
    self.value = value
    self.update = update
  }

  package func take(_ text: String?) throws(UsageError) {
    if let text { try update(&value, text) }
  }

  package convenience init(_ name: String, _ placeholder: String, help: String)
  where Value == String? {
    self.init(CommandOption(name, placeholder, help: help), nil) { $0 = $1 }
  }

  /// An option that accepts texts for which `read` returns a value: `a whole number from 0 to 100`.
  package convenience init<Wrapped>(
    _ name: String, _ placeholder: String, takes kind: String, help: String,
    read: @escaping (String) -> Wrapped?
  ) where Value == Wrapped? {
    self.init(CommandOption(name, placeholder, help: help), nil) { value, text throws(UsageError) in
      value = read(text)
      if value == nil {
        throw UsageError("\(name) takes \(kind), not \(text.debugDescription)")
      }
    }
  }

  /// An option that accepts one word for each choice. The arguments `seeAll` list all words.
  package convenience init<Choice>(
    _ name: String, _ placeholder: String, among choices: [Choice],
    by word: @escaping (Choice) -> String, seeAll: String, help: String
  ) where Value == Choice? {
    self.init(CommandOption(name, placeholder, help: help), nil) { value, text throws(UsageError) in
      value = choices.first { word($0) == text }
      if value == nil {
        throw UsageError(
          unknown: String(name.dropFirst(2)), text, among: choices.map(word), seeAll: seeAll)
      }
    }
  }

  package convenience init<Element>(
    _ name: String, _ placeholder: String, help: String,
    each read: @escaping (String) throws(UsageError) -> Element
  ) where Value == [Element] {
    self.init(CommandOption(name, placeholder, help: help, isRepeatable: true), []) {
      value, text throws(UsageError) in value.append(try read(text))
    }
  }
}
