/// An option of a command line: `--json`, or `--seed N`, which takes a value.
package struct CommandOption: Hashable, Sendable {
  /// The name with its two dashes: `--seed`.
  package let name: String
  /// What help calls the value; nil for an option without one.
  package let placeholder: String?
  /// What the option does, in one line.
  package let help: String
  /// Whether the option may be given more than once.
  package let isRepeatable: Bool

  package init(
    _ name: String, _ placeholder: String? = nil, help: String, isRepeatable: Bool = false
  ) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.isRepeatable = isRepeatable || placeholder == nil
  }

  /// The option that every program has; the arguments `-h` and `--help` are both read as this one.
  package static let help = CommandOption("--help", help: "this text; -h does the same")

  /// As help shows it: `--seed N`.
  package var usage: String { placeholder.map { "\(name) \($0)" } ?? name }
}
