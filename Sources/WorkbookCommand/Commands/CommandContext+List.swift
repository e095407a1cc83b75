internal import Grading
internal import Terminal

extension CommandContext {
  /// Where a learner is, and what is next.
  func tellWhereYouAre(asJSON: Bool) -> ExitStatus {
    guard !asJSON else { return list(asJSON: true) }
    let progress = progressFile.load()
    let passed = exercises.filter { progress[$0.name].hasPassed }
    let score = exercises.reduce(0) { $0 + standing(of: $1, in: progress).score }
    let maximum = exercises.reduce(0) { $0 + $1.maximum }
    output.line(
      "\(passed.count) of \(exercises.count) exercises solved, \(score) of \(maximum) points")
    guard let next = next(in: progress) else {
      output.line("There is nothing left to solve. `swift run workbook check` checks all again.")
      return .success
    }
    output.line("")
    output.heading("Next: \(next.name), \(next.title)")
    output.line("  \(standing(of: next, in: progress).words)")
    output.line("")
    for (what, where_) in [
      ("the task", "\(next.folder)/Task.md"), ("your file", "\(next.folder)/Exercise.swift"),
      ("read on", "Docs/\(next.chapter).md"), ("check it", "swift run workbook check \(next.name)"),
      ("on each save", "swift run workbook watch \(next.name)"),
      ("a hint", "swift run workbook hint \(next.name)"),
      ("all there is", "swift run workbook list"),
    ] {
      output.line("  " + what.padded(to: 14) + where_)
    }
    return .success
  }

  /// All exercises.
  func list(asJSON: Bool) -> ExitStatus {
    let progress = progressFile.load()
    let rows = exercises.map { exercise in
      ListRow(
        number: Catalog.number(of: exercise), exercise: exercise,
        standing: standing(of: exercise, in: progress),
        hintCount: progress[exercise.name].hintCount)
    }
    let next = next(in: progress)?.name
    if asJSON {
      print(ListReport(rows: rows, next: next).json)
    } else {
      for line in ListReport(rows: rows, next: next).lines { output.line(line) }
    }
    return .success
  }
}
