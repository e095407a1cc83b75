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
    let plan = try context.undoPlan(for: exercise)
    guard let target = plan.target else {
      context.complain(
        "there is no attempt at \(exercise.name) before this one"
          + (plan.next == nil ? "" : "; redo goes to the next"))
      return .failure
    }
    let content = try plan.keepsCurrent ? Files.read(context.package.exercise(exercise)) : nil
    let number = try content.map { try context.attempts(of: exercise).keep($0) }
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

struct RedoCommand: Subcommand {
  static let summary = "go forward again after an undo"
  static let explanation =
    "Goes forward to the attempt from which undo went back. After an edit there is nothing to "
    + "redo. Call it again to go further; undo goes back again."

  let words = Words(exercises: 1...1)

  func run(in context: CommandContext) throws -> ExitStatus {
    let exercise = words.exercises[0]
    let plan = try context.undoPlan(for: exercise)
    guard let target = plan.next else {
      context.complain(
        "there is no attempt at \(exercise.name) after this one"
          + (plan.target == nil ? "" : "; undo goes to the one before"))
      return .failure
    }
    try context.restore(target, of: exercise)
    if let before = try context.undoPlan(for: exercise).target {
      context.output.line("swift run workbook undo \(exercise.name) brings back attempt \(before).")
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
