internal import Subcommands
internal import Terminal

@main enum Program {
  static func main() { Commands.teaching.main { _ in Teacher() } }
}

extension Commands {
  static let teaching = Commands(
    unnamed: ClassCommand.self, named: [ClassCommand.self, BookCommand.self])
}

struct Teacher: Teaching {
  func run(_ command: ClassCommand, in context: CommandContext) throws -> ExitStatus {
    try command.grade(in: context)
  }

  func run(_ command: BookCommand, in context: CommandContext) throws -> ExitStatus {
    try command.make(in: context)
  }
}
