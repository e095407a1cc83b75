internal import Grading
internal import Subcommands
internal import Terminal

struct UndoCommand: Subcommand {
  static let summary = "undo a reset, or restore the attempt before"
  static let explanation =
    "Restores the attempt before this one, or the content before a reset. The current content is "
    + "kept as an attempt first, so nothing is lost. Call it again to go further back; redo "
    + "goes forward again."

  let words = Words(exercises: 1...1)

  func run(in context: CommandContext) throws -> ExitStatus {
    let exercise = words.exercises[0]
    let attempts = context.attempts(of: exercise)
    let current = try Files.readIfPresent(context.package.exercise(exercise))
    let plan = try context.undoPlan(for: exercise, current: current)
    guard let target = plan.target else {
      context.complain(
        "there is no attempt at \(exercise.name) before this one"
          + (plan.next == nil ? "" : "; redo goes to the next"))
      return .failure
    }
    let number = try current.flatMap { plan.keepsCurrent ? try attempts.keep($0) : nil }
    try context.restore(target, of: exercise)
    if let number { context.report(kept: number, of: exercise) }
    if let next = try context.undoPlan(for: exercise).next {
      context.output.line("swift run workbook redo \(exercise.name) brings back attempt \(next).")
    } else {
      context.output.line(
        "swift run workbook reset \(exercise.name) brings back the file as handed out.")
    }
    return .success
  }
}
