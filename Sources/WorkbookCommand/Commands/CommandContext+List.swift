internal import Foundation
internal import Grading
internal import Terminal

extension CommandContext {
  /// Shows the learner's progress, and the next exercise.
  func tellWhereYouAre(asJSON: Bool) -> ExitStatus {
    guard !asJSON else { return list(asJSON: true) }
    let progress = progressFile.load()
    let statuses = graded.map { status(of: $0, in: progress) }
    let solved = statuses.count(where: \.isSolved)
    let score = statuses.reduce(0) { $0 + $1.score }
    let maximum = graded.reduce(0) { $0 + $1.maximum }
    let rungs = exercises.filter(\.isRung)
    let warm = rungs.count { status(of: $0, in: progress).isSolved }
    output.line("\(solved) of \(graded.count) exercises solved, \(score) of \(maximum) points")
    if !rungs.isEmpty { output.line("warm-ups: \(warm) of \(rungs.count) solved") }
    guard let next = next(in: progress) else {
      output.line(
        (solved == graded.count && warm == rungs.count
          ? "There is nothing left to solve." : "Each exercise has passed before.")
          + " `swift run workbook check` checks all again.")
      return .success
    }
    output.line("")
    output.heading("Next: \(next.name), \(next.title)")
    output.line("  \(status(of: next, in: progress).words)")
    output.line("")
    for (what, where_) in [
      ("the task", "\(next.folder)/Task.md"), ("your file", next.file),
      ("the chapter", reading(for: next)), ("check it", "swift run workbook check \(next.name)"),
      ("on each save", "swift run workbook watch \(next.name)"),
      ("a hint", "swift run workbook hint \(next.name)"),
      ("all exercises", "swift run workbook list"),
    ] {
      output.line("  " + what.padded(to: 15) + where_)
    }
    return .success
  }

  /// The first document below “You will need”; that of its chapter when the task cannot be read.
  private func reading(for exercise: Exercise) -> String {
    let task = try? TaskPage(file: package.task(exercise))
    let paths = task?.needs.map(\.pathInWorkbook) ?? []
    let document = paths.first { $0.hasPrefix("Docs/") }
    return document.map { String($0.prefix { $0 != "#" }) } ?? "Docs/\(exercise.chapter).md"
  }

  /// Lists all exercises.
  func list(asJSON: Bool) -> ExitStatus {
    let progress = progressFile.load()
    let rows = exercises.map { exercise in
      ListRow(
        number: Catalog.number(of: exercise), exercise: exercise,
        status: status(of: exercise, in: progress),
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

/// One exercise or rung in the list.
struct ListRow: Sendable {
  let number: Int
  let exercise: Exercise
  let status: ExerciseStatus
  let hintCount: Int

  /// `3 of 6`, or for a rung what its learner does.
  fileprivate var points: String {
    exercise.kind.word ?? "\(status.score) of \(exercise.maximum)"
  }
}

extension Exercise.Kind {
  /// What the learner of a rung does. Nil for an exercise.
  fileprivate var word: String? {
    switch self {
    case .write: nil
    case .fix: "fix"
    case .choose: "choose"
    case .predict: "predict"
    }
  }
}

/// The list of exercises, as a table or as JSON.
struct ListReport {
  let rows: [ListRow]
  /// The first exercise that has never passed.
  let next: String?

  /// At most 80 columns.
  var lines: [String] {
    let width = rows.map(\.exercise.name.count).max() ?? 0
    let pointsWidth = rows.map(\.points.count).max() ?? 0
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      if index == 0 || rows[index - 1].exercise.chapter != row.exercise.chapter {
        lines += (index == 0 ? [] : [""]) + [row.exercise.chapter]
      }
      let number = row.exercise.isRung ? "-" : "\(row.number)"
      let start =
        String(repeating: " ", count: max(1, 4 - number.count)) + number + "  "
        + row.exercise.name.padded(to: width)
        + "  \(row.points.padded(to: pointsWidth))  "
        + row.status.word.padded(to: 13)
      lines += row.exercise.title.wrapped(
        indentation: String(repeating: " ", count: start.count), first: start)
    }
    let score = rows.reduce(0) { $0 + $1.status.score }
    let maximum = rows.reduce(0) { $0 + $1.exercise.maximum }
    let rungs = rows.filter(\.exercise.isRung)
    let warm = rungs.count(where: \.status.isSolved)
    lines += ["", "\(score) of \(maximum) points"]
    if !rungs.isEmpty { lines[lines.count - 1] += ", warm-ups: \(warm) of \(rungs.count)" }
    if let next { lines[lines.count - 1] += ", next: \(next)" }
    if rows.contains(where: { $0.status.word.hasSuffix("*") }) {
      lines.append("* edited since it was checked")
    }
    return lines
  }

  /// `data-layer-workbook/list/v1`.
  var json: String {
    JSONText.encode(
      Document(
        next: next, exercises: rows.filter { !$0.exercise.isRung }.map(document),
        rungs: rows.filter(\.exercise.isRung).map(document)))
  }

  private func document(_ row: ListRow) -> Document.Row {
    Document.Row(
      number: row.number, name: row.exercise.name, chapter: row.exercise.chapter,
      title: row.exercise.title, file: row.exercise.file, kind: row.exercise.kind.word,
      status: row.status.word, words: row.status.words, score: row.status.score,
      maximum: row.exercise.maximum, hasPassed: row.status.hasPassed, hintsShown: row.hintCount)
  }

  private struct Document: Encodable {
    struct Row: Encodable {
      let number: Int
      let name: String
      let chapter: String
      let title: String
      let file: String
      /// `fix`, `choose` or `predict`. Nil for an exercise.
      let kind: String?
      let status: String
      let words: String
      let score: Int
      let maximum: Int
      let hasPassed: Bool
      let hintsShown: Int
    }

    let schema = "data-layer-workbook/list/v1"
    let next: String?
    let exercises: [Row]
    /// The first rungs, which have no points.
    let rungs: [Row]
  }
}
