internal import Grading
internal import Subcommands
internal import Terminal

struct RedoCommand: Subcommand {
  static let summary = "go forward again after an undo"
  static let explanation =
    "Goes forward to the attempt from which undo went back. After an edit there is nothing to "
    + "redo. Call it again to go further; undo goes back again."

  let words = Words(exercises: 1...1)

  func run(in context: CommandContext) throws -> ExitStatus {
    let exercise = words.exercises[0]
    let plan = try context.undoPlan(for: exercise)
    guard let next = plan.next else {
      return context.fail(
        "there is no attempt at \(exercise.name) after this one"
          + (plan.target == nil ? "" : "; undo goes to the one before"))
    }
    try context.replace(exercise, with: next.content, from: next.number)
    if let before = try context.undoPlan(for: exercise).target {
      context.output.line(
        "swift run workbook undo \(exercise.name) brings back attempt \(before.number).")
    }
    return .success
  }
}
