internal import Foundation
internal import Grading

extension ClassResult {
  /// `gradebook.csv`. An exercise that was not handed in has an empty cell, and points that an
  /// error of the grader leaves open are words, which no sum counts.
  func gradebook() -> String {
    let header =
      ["learner", "name"] + exercises.map(\.name)
      + ["raw", "late days", "penalty", "adjustment", "final", "remark"]
    return CSVText.of(
      header,
      lines.map { line in
        let open = Cell.text("not graded")
        let scores = line.results.map { result in
          result.isMissing ? .empty : result.hasGraderError ? open : Cell.number(result.score)
        }
        return [.text(line.learner), .text(line.name)] + scores + [
          line.hasGraderError ? open : .number(line.raw), .number(line.lateness.days),
          .number(line.lateness.penalty), .points(line.adjustment),
          line.hasGraderError ? open : .points(line.final), .text(remark(on: line)),
        ]
      })
  }

  /// `canvas.csv`, which Canvas imports as grades of an assignment.
  func canvas() -> String {
    let header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", column.title]
    let possible: [Cell] =
      [.text("    Points Possible")] + Array(repeating: .empty, count: 4)
      + [.number(column.points ?? maximum)]
    return CSVText.of(
      header,
      [possible]
        + lines.map { line in
          let row = line.row
          return [
            line.name, line.number, row?.sisUser ?? "", row?.login ?? "", row?.section ?? "",
          ].map(Cell.text) + [grade(line)]
        })
  }

  /// `moodle.csv`, which Moodle imports as an offline grading worksheet. If the roster is such a
  /// worksheet, only its grades change.
  func moodle(_ roster: Roster?) -> String {
    let worksheet = roster.flatMap(\.worksheet)
    let header =
      worksheet?.header ?? [
        "Identifier", "Full name", "Email address", "Grade", "Maximum Grade",
        "Last modified (grade)", "Feedback comments",
      ]
    let given = worksheet?.rows ?? []
    let lines = Dictionary(lines.map { ($0.row?.line, $0) }) { first, _ in first }
    // Columns that Moodle reads stay as they are. The others contain texts of learners.
    let read = ["Identifier", "Last modified (grade)", "Feedback comments"]
    let rows = given.map { row in
      header.indices.map { column -> Cell in
        if header[column] == "Grade", let line = lines[row.line] { return grade(line) }
        let text = column < row.cells.count ? row.cells[column] : ""
        return read.contains(header[column]) ? .unchanged(text) : .text(text)
      }
    }
    let others = self.lines.filter { line in !given.contains { $0.line == line.row?.line } }
    return CSVText.of(header, rows + others.map { moodle($0, header) })
  }

  private func moodle(_ line: Line, _ header: [String]) -> [Cell] {
    header.map { title in
      switch title {
      case "Identifier": .text((Int(line.number) == nil ? "" : "Participant ") + line.number)
      case "Full name": .text(line.name)
      case "Email address": .text(line.row?.email ?? "")
      case "Grade": grade(line)
      case "Maximum Grade": .number(column.points ?? maximum)
      case "Last modified (grade)": .text("-")
      case "Feedback comments": .text(remark(on: line))
      default: .empty
      }
    }
  }

  /// Empty after an error of the grader, so that an import changes nothing.
  private func grade(_ line: Line) -> Cell {
    line.hasGraderError ? .empty : .points(column.points(line.final, of: maximum))
  }

  /// How the final points are computed, or why the grader could not do its work, in a line.
  func remark(on line: Line) -> String {
    guard !line.hasGraderError else {
      return "Not graded yet. " + line.causes.joined(separator: " ").cleaned(upTo: 400, lines: 1)
    }
    var words = line.isPresent ? "\(line.raw) of \(maximum) points" : "Nothing was handed in"
    if line.lateness.days > 0 {
      words += ", \(line.lateness.penalty) less for \(line.lateness.words)"
    }
    let inColumn = column.points.map {
      "which is \(column.points(line.final, of: maximum).asPoints) of \($0)"
    }
    return ([words] + line.entry.adjustments.map(\.words) + [inColumn].compactMap(\.self))
      .joined(separator: ", ") + "."
  }

  /// `class.json`, `data-layer-workbook/class/v1`: the gradebook and the statistics for programs.
  /// Keys may be added, and are never removed or changed. Points that are not graded are null.
  func json(_ statistics: ClassStatistics) -> String {
    let report: JSONTable = [
      "schema": "data-layer-workbook/class/v1", "date": date.ISO8601Format(),
      "workbook": conditions.workbook, "toolchain": conditions.toolchain, "seed": conditions.seed,
      "isolation": conditions.isolation.rawValue, "lateRule": register.rule.words,
      "maximum": maximum,
      "median": statistics.median, "learners": lines.map(table),
      "exercises": statistics.exercises,
      "distribution": statistics.distribution.enumerated().map {
        ["from": $0.offset * statistics.step, "learners": $0.element]
      }, "notes": notes,
    ]
    return JSONText.encode(report)
  }

  private func table(_ line: Line) -> JSONTable {
    let (results, isGraded) = (line.results, !line.hasGraderError)
    let (raw, final) = isGraded ? (line.raw, line.final) : (nil, nil)
    return [
      "learner": line.learner.cleaned(lines: 1), "name": line.name.cleaned(lines: 1),
      "handedIn": line.isPresent, "graded": isGraded,
      "submitted": line.entry.handedIn?.date?.ISO8601Format(),
      "scores": results.table { $0.hasGraderError ? nil : $0.score },
      "verdicts": (line.isPresent ? results.filter { !$0.isMissing } : []).table(\.verdict),
      "missing": results.filter(\.isMissing).map(\.exercise), "raw": raw as any Encodable,
      "lateDays": line.lateness.days, "penalty": line.lateness.penalty,
      "adjustments": line.entry.adjustments,
      "final": final as any Encodable, "review": results.review,
      "feedback": line.isPresent ? "feedback/\(line.slug).html" : nil,
    ]
  }
}

extension [ExerciseResult] {
  /// The values by the exercises.
  fileprivate func table<Value>(_ value: (ExerciseResult) -> Value) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: map { ($0.exercise, value($0)) })
  }
}
