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
    let file = context.package.exercise(exercise)
    let stub = try Files.read(context.package.stub(exercise))
    let current = try Files.readIfPresent(file)
    guard current != stub else {
      context.output.line("\(exercise.name) is as it was handed out; there is nothing to reset.")
      return .success
    }
    let kept = try current.map { try context.attempts(of: exercise).keep($0) }
    try Files.write(stub, to: file)
    context.progressFile.update { $0[exercise.name].undonePosition = nil }
    context.output.line("\(exercise.name) is as it was handed out.")
    if let kept {
      context.report(kept: kept, of: exercise)
      context.output.line("swift run workbook undo \(exercise.name) brings it back.")
    }
    return .success
  }
}
