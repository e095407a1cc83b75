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
    context.print(report.json, if: json, else: report.lines)
    return .success
  }
}

struct ListReport {
  let rows: [ExerciseStatus]
  let next: String?
}

extension ListReport {
  init(in context: CommandContext) {
    let progress = context.progressFile.load()
    rows = context.exercises.map { context.status(of: $0, in: progress) }
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
      let number = row.exercise.isRung ? "-" : "\(Catalog.number(of: row.exercise))"
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
    let score = rows.reduce(0) { $0 + $1.score }
    return "\(score) of \(rows.reduce(0) { $0 + $1.exercise.maximum }) points"
  }

  /// `0 of 15`. Nil without rungs.
  var warmUps: String? {
    let rungs = rows.filter(\.exercise.isRung)
    return rungs.isEmpty ? nil : "\(rungs.count(where: \.isSolved)) of \(rungs.count)"
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

  private func table(_ row: ExerciseStatus) -> JSONTable {
    let exercise = row.exercise
    return [
      "number": Catalog.number(of: exercise), "name": exercise.name, "chapter": exercise.chapter,
      "title": exercise.title, "file": exercise.file, "kind": exercise.kind.word,
      "status": row.word, "words": row.words, "score": row.score, "maximum": exercise.maximum,
      "hasPassed": row.hasPassed && !exercise.isGradedByTeacher, "hintsShown": row.hintCount,
    ]
  }
}
