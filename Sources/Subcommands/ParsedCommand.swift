internal import Grading
package import Terminal

/// A parsed command line: `subcommand? (word | option)*`.
package struct ParsedCommand {
  /// The subcommand to run: the unnamed subcommand, unless the command line names another.
  package private(set) var subcommand: any Subcommand
  package private(set) var wantsHelp = false
  /// The option that every subcommand has.
  package let packagePath = Option(
    "--package-path", "FOLDER", help: "the folder of the workbook, by default this one")

  private let helpFlag = Flag.help

  private var options: [CommandOption] { subcommand.options + [packagePath, helpFlag] }

  private let commands: Commands
  private var isWithoutName = true

  package init(
    _ arguments: [String], of commands: Commands, exercises: NamedExercises
  ) throws(UsageError) {
    self.commands = commands
    subcommand = commands.unnamed.init()
    let all = commands.named.map { $0.init() }
    let reader = ArgumentReader(arguments, options: all.flatMap(\.options) + options)
    var words = reader.words.drop { $0 == "help" }
    if let name = words.popFirst() {
      do { subcommand = try Self.subcommand(name, among: all, exercises) } catch {
        // A later word may be the value of a misspelt option.
        if arguments.first(where: { $0 != "help" }) != name {
          try reader.requireKnown(all.flatMap(\.options) + options, seeAll: "COMMAND --help")
        }
        throw error
      }
      isWithoutName = false
    }
    try reader.store(
      in: options, seeAll: isWithoutName ? "--help" : "\(type(of: subcommand).name) --help")
    wantsHelp = helpFlag.isGiven || reader.words.first == "help"
    let expected = subcommand.words
    let names = expected.areFolders ? Array(words) : exercises.names(Array(words))
    guard expected.count.contains(names.count) || names.isEmpty && wantsHelp else {
      throw subcommand.wrongCount(names.count)
    }
    try expected.take(names, among: exercises)
    if !wantsHelp { try subcommand.validate() }
  }

  private static func subcommand(
    _ name: String, among all: [any Subcommand], _ exercises: NamedExercises
  ) throws(UsageError) -> any Subcommand {
    if let exercise = exercises.exercise(named: name) {
      throw UsageError("\(exercise.name) is an exercise: swift run workbook check \(exercise.name)")
    }
    guard let subcommand = all.first(where: { type(of: $0).name == name }) else {
      throw UsageError(
        unknown: "command", name, among: all.map { type(of: $0).name }, seeAll: "--help")
    }
    return subcommand
  }

  /// The help of the command, or of the subcommand that was named.
  package var help: [String] {
    guard !isWithoutName else { return overview }
    return ["usage: swift run workbook \(subcommand.usage)", ""]
      + type(of: subcommand).explanation.wrapped() + [""]
      + options.map { (term: $0.usage, text: $0.help) }.aligned(indentation: 2)
  }

  private var overview: [String] {
    [
      "usage: swift run workbook [command] [name ...] [option ...]", "",
      commands.unnamed.explanation, "",
    ] + commands.named.map { (term: $0.name, text: $0.summary) }.aligned(indentation: 2)
      + [""]
      + [(term: "COMMAND --help", text: "what a command does, and its options")]
      .aligned(indentation: 2)
  }
}
