internal import Grading
internal import Subcommands
internal import Terminal

struct ResetCommand: Subcommand {
  static let summary = "restore the file as it was handed out"
  static let explanation =
    "Restores the file as it was handed out. Its content is kept as an attempt first; undo "
    + "restores that."

  let words = Words(exercises: 1...1)

  func run(in context: CommandContext) throws -> ExitStatus {
    let exercise = words.exercises[0]
    let stub = try Files.read(context.package.stub(exercise))
    let current = try Files.readIfPresent(context.package.exercise(exercise))
    guard current != stub else {
      context.output.line("\(exercise.name) is as it was handed out; there is nothing to reset.")
      return .success
    }
    try context.replace(exercise, with: stub, keeping: current)
    if current != nil {
      context.output.line("swift run workbook undo \(exercise.name) brings it back.")
    }
    return .success
  }
}
