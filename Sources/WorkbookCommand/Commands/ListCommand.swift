internal import Grading
internal import Subcommands
internal import Terminal

struct ListCommand: Subcommand {
  static let summary = "all rungs and exercises, with their points and verdicts"
  static let explanation =
    "Lists all rungs and exercises in the order of the chapters, with the points and verdicts of "
    + "their last checks. Rungs have no points. A star marks a file that was edited after its check."

  let json = Flag.json

  func run(in context: CommandContext) -> ExitStatus {
    let report = ListReport(in: context)
    if json.isGiven {
      context.print(report.json)
    } else {
      report.lines.forEach(context.output.line)
    }
    return .success
  }
}

struct ListRow: Sendable {
  let number: Int
  let exercise: Exercise
  let status: ExerciseStatus
  let hintCount: Int

  /// `3 of 6`, or the kind of a rung: `fix`. A hyphen for an exercise that the teacher grades.
  fileprivate var points: String {
    exercise.isGradedByTeacher
      ? "-" : exercise.kind.word ?? "\(status.score) of \(exercise.maximum)"
  }

  /// The verdict. An exercise that the teacher grades passes as soon as it compiles.
  var word: String {
    exercise.isGradedByTeacher ? status.word.replacing("PASS", with: "compiles") : status.word
  }
}

extension Exercise.Kind {
  /// The kind of a rung, in a word. Nil for an exercise.
  fileprivate var word: String? {
    switch self {
    case .write: nil
    case .fix: "fix"
    case .choose: "choose"
    case .predict: "predict"
    }
  }
}

struct ListReport {
  let rows: [ListRow]
  let next: String?
}

extension ListReport {
  init(in context: CommandContext) {
    let progress = context.progressFile.load()
    rows = context.exercises.map { exercise in
      ListRow(
        number: Catalog.number(of: exercise), exercise: exercise,
        status: context.status(of: exercise, in: progress),
        hintCount: min(max(0, progress[exercise.name].hintCount), 3))
    }
    next = context.next(in: progress)?.name
  }

  /// The table, at most 80 columns wide.
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
        + row.word.padded(to: 13)
      lines += row.exercise.title.wrapped(
        indentation: String(repeating: " ", count: start.count), first: start)
    }
    lines += ["", summary + (next.map { ", next: \($0)" } ?? "")]
    if rows.contains(where: { $0.word.hasSuffix("*") }) {
      lines.append("* edited since it was checked")
    }
    if rows.contains(where: { $0.word.hasPrefix("compiles") }) {
      lines.append("compiles: your teacher grades it")
    }
    return lines
  }

  /// `2 of 100 points, warm-ups: 0 of 15`
  var summary: String { points + (warmUps.map { ", warm-ups: \($0)" } ?? "") }

  var points: String {
    let score = rows.reduce(0) { $0 + $1.status.score }
    return "\(score) of \(rows.reduce(0) { $0 + $1.exercise.maximum }) points"
  }

  /// `0 of 15`. Nil without rungs.
  var warmUps: String? {
    let rungs = rows.filter(\.exercise.isRung)
    return rungs.isEmpty ? nil : "\(rungs.count(where: \.status.isSolved)) of \(rungs.count)"
  }

  /// `data-layer-workbook/list/v1`. The first rungs, which have no points, are apart.
  var json: String {
    let report: JSONTable = [
      "schema": "data-layer-workbook/list/v1", "next": next,
      "exercises": rows.filter { !$0.exercise.isRung }.map(table),
      "rungs": rows.filter(\.exercise.isRung).map(table),
    ]
    return JSONText.encode(report)
  }

  private func table(_ row: ListRow) -> JSONTable {
    let exercise = row.exercise
    return [
      "number": row.number, "name": exercise.name, "chapter": exercise.chapter,
      "title": exercise.title, "file": exercise.file, "kind": exercise.kind.word,
      "status": row.word, "words": row.status.words, "score": row.status.score,
      "maximum": exercise.maximum,
      "hasPassed": row.status.hasPassed && !exercise.isGradedByTeacher, "hintsShown": row.hintCount,
    ]
  }
}
