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
