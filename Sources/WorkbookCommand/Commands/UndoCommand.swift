internal import Grading
internal import Subcommands
internal import Terminal

struct UndoCommand: Subcommand {
  static let summary = "undo a reset or restore the previous attempt"
  static let explanation =
    "Restores the previous attempt, or the content before a reset. The current content is "
    + "kept as an attempt first, so nothing is lost. Call it again to go further back; redo "
    + "goes forward again."

  let words = Words(exercises: 1...1)

  func run(in context: CommandContext) throws -> ExitStatus {
    let exercise = words.exercises[0]
    let plan = try context.undoPlan(for: exercise)
    guard let target = plan.target else {
      return context.fail(
        "there is no attempt at \(exercise.name) before this one"
          + (plan.next == nil ? "" : "; redo goes to the next"))
    }
    try context.replace(exercise, with: target.content, from: target.number, keeping: plan.unkept)
    let next = try context.undoPlan(for: exercise).next
    context.output.line(
      next.map { "swift run workbook redo \(exercise.name) brings back attempt \($0.number)." }
        ?? "swift run workbook reset \(exercise.name) brings back the file as handed out.")
    return .success
  }
}
