internal import Subcommands
internal import Terminal

@main enum Program {
  static func main() { Commands.teaching.main(teach: Commands.teach) }
}

extension Commands {
  static let teaching = Commands(
    unnamed: ClassCommand.self, named: [ClassCommand.self, BookCommand.self])

  @Sendable static func teach(
    _ command: any Subcommand, in context: CommandContext
  ) throws -> ExitStatus {
    switch command {
    case let command as ClassCommand: try command.grade(in: context)
    case let command as BookCommand: try command.make(in: context)
    default: try command.run(in: context)
    }
  }
}
