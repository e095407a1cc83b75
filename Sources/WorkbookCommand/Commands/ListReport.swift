internal import Foundation
internal import Grading
internal import Terminal

/// One exercise in the list.
struct ListRow: Sendable {
  let number: Int
  let exercise: Exercise
  let standing: ExerciseStatus
  let hintCount: Int
}

/// The list of exercises, as a table or as JSON.
struct ListReport {
  let rows: [ListRow]
  /// The first that has never passed.
  let next: String?

  /// At most 80 columns.
  var lines: [String] {
    let width = rows.map(\.exercise.name.count).max() ?? 0
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      if index == 0 || rows[index - 1].exercise.chapter != row.exercise.chapter {
        lines += (index == 0 ? [] : [""]) + [row.exercise.chapter]
      }
      let number = "\(row.number)"
      let start =
        String(repeating: " ", count: max(1, 4 - number.count)) + number + "  "
        + row.exercise.name.padded(to: width)
        + "  \(row.standing.score) of \(row.exercise.maximum)  "
        + row.standing.word.padded(to: 13)
      lines += row.exercise.title.wrapped(
        indentation: String(repeating: " ", count: start.count), first: start)
    }
    let score = rows.reduce(0) { $0 + $1.standing.score }
    let maximum = rows.reduce(0) { $0 + $1.exercise.maximum }
    lines += ["", "\(score) of \(maximum) points" + (next.map { ", next: \($0)" } ?? "")]
    if rows.contains(where: { $0.standing.word.hasSuffix("*") }) {
      lines.append("* edited since it was checked")
    }
    return lines
  }

  /// `data-layer-workbook/list/v1`.
  var json: String {
    JSONText.encode(
      Document(
        next: next,
        exercises: rows.map { row in
          Document.Row(
            number: row.number, name: row.exercise.name, chapter: row.exercise.chapter,
            title: row.exercise.title, file: "\(row.exercise.folder)/Exercise.swift",
            status: row.standing.word, words: row.standing.words, score: row.standing.score,
            maximum: row.exercise.maximum, hasPassed: row.standing.hasPassed,
            hintsShown: row.hintCount)
        }))
  }

  private struct Document: Encodable {
    struct Row: Encodable {
      let number: Int
      let name: String
      let chapter: String
      let title: String
      let file: String
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
  }
}
