internal import Subcommands
internal import Terminal

@main enum Program {
  static func main() { Commands.workbook.main(HandOver.init) }
}

extension Commands {
  static let workbook = Commands(
    unnamed: StatusCommand.self,
    named: [
      ListCommand.self, CheckCommand.self, WatchCommand.self, PlayCommand.self, HintCommand.self,
      ResetCommand.self, UndoCommand.self, RedoCommand.self, SolutionCommand.self,
      PackCommand.self,
      DoctorCommand.self, GradeCommand.self, ClassCommand.self, VerifyCommand.self,
      BookCommand.self,
    ])
}
