package import Grading
package import Terminal

/// A subcommand of `workbook`. Its name comes from its type, and its options are its properties.
package protocol Subcommand: SendableMetatype {
  static var summary: String { get }
  static var explanation: String { get }

  /// The words that it takes. None by default.
  var words: Words { get }

  init()

  /// Checks rules that the declarations of single options cannot express. Not called for the help.
  func validate() throws(UsageError)

  func run(in context: CommandContext) throws -> ExitStatus
}

extension Subcommand {
  /// `check` for a type named `CheckCommand`.
  package static var name: String { "\(Self.self)".replacing("Command", with: "").lowercased() }

  package var words: Words { Words(exercises: 0...0) }

  package func validate() {}

  package var options: [CommandOption] {
    Mirror(reflecting: self).children.compactMap { $0.value as? CommandOption }
  }

  package var usage: String {
    [Self.name, words.usage, "[option ...]"].compactMap(\.self).joined(separator: " ")
  }

  package func wrongCount(_ count: Int) -> UsageError {
    let noun = words.areFolders ? "folder" : "name"
    let reason =
      words.usage == nil
      ? "takes no name" : count == 0 ? "needs a \(noun)" : "takes one \(noun), not \(count)"
    return UsageError("\(Self.name) \(reason): swift run workbook \(usage)")
  }
}

extension Flag {
  package static var json: Flag { Flag("--json", help: "print one JSON document instead of text") }
}

extension Option<UInt32> {
  package static var seed: Option {
    Option(
      "--seed", "N", takes: "a whole number from 0 to \(UInt32.max)",
      help: "the seed of the scripts, a whole number from 0 to 4294967295"
    ) { UInt32($0) }
  }
}

extension Option<IsolationLevel> {
  package static func isolation(of command: String) -> Option<IsolationLevel> {
    Option(
      "--isolation", "LEVEL", among: IsolationLevel.allCases,
      by: { $0.rawValue.replacing(" ", with: "-") }, seeAll: "\(command) --help",
      help: "grade at this level or not at all: namespaces, process-group")
  }
}
