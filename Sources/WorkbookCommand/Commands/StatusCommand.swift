internal import Foundation
internal import Grading
internal import Subcommands
internal import Terminal

/// The command without a subcommand.
struct StatusCommand: Subcommand {
  static let summary = "your progress, and the next exercise"
  static let explanation = "Without a command: \(summary)."

  let json = Flag.json

  func run(in context: CommandContext) -> ExitStatus {
    let report = ListReport(in: context)
    guard !json.isGiven else {
      context.print(report.json)
      return .success
    }
    let graded = report.rows.filter { !$0.exercise.isRung && !$0.exercise.isGradedByTeacher }
    let solved = graded.count(where: \.isSolved)
    context.output.line("\(solved) of \(graded.count) exercises solved, \(report.points)")
    if let warmUps = report.warmUps { context.output.line("warm-ups: \(warmUps) solved") }
    guard let row = report.rows.first(where: { $0.exercise.name == report.next }) else {
      context.output.line(
        (report.rows.allSatisfy(\.isSolved)
          ? "There is nothing left to solve." : "Each exercise has passed before.")
          + " `swift run workbook check` checks all again.")
      return .success
    }
    let next = row.exercise
    context.output.line("")
    context.output.heading("Next: \(next.name), \(next.title)")
    context.output.line("  \(row.words)")
    context.output.line("")
    for (name, value) in [
      ("the task", "\(next.folder)/Task.md"), ("your file", next.file),
      ("the chapter", document(for: next, in: context)),
      ("check it", "swift run workbook check \(next.name)"),
      ("on each save", "swift run workbook watch \(next.name)"),
      ("a hint", "swift run workbook hint \(next.name)"),
      ("all exercises", "swift run workbook list"),
    ] {
      context.output.line("  " + name.padded(to: 15) + value)
    }
    return .success
  }

  /// The first document below “You will need”, otherwise that of the chapter.
  private func document(for exercise: Exercise, in context: CommandContext) -> String {
    let task = try? TaskPage(file: context.package.task(exercise))
    let paths = task?.needs.map(\.pathInWorkbook) ?? []
    let document = paths.first { $0.hasPrefix("Docs/") }
    return document.map { String($0.prefix { $0 != "#" }) } ?? "Docs/\(exercise.chapter).md"
  }
}
