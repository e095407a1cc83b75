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
    guard let command = command as? any TeachersCommand else {
      fatalError("\(type(of: command)) is not a command of this program")
    }
    return try command.work(in: context)
  }
}

/// A command whose work is in this program.
protocol TeachersCommand {
  func work(in context: CommandContext) throws -> ExitStatus
}
