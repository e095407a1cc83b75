internal import Foundation
internal import Grading

extension ClassResult {
  /// `gradebook.csv`: `learner, name, (exercise)*, raw, late days, penalty, adjustment, final`. The cell of an exercise that
  /// was not handed in is empty.
  func gradebook() -> String {
    let header =
      ["learner", "name"] + exercises.map(\.name)
      + ["raw", "late days", "penalty", "adjustment", "final"]
    return CSVText.of(
      [header.map(Cell.text)]
        + lines.map { line in
          let scores = zip(line.scores, line.isMissing).map { $1 ? Cell.empty : .number($0) }
          return [.text(line.learner), .text(line.name)] + scores + [
            .number(line.raw), .number(line.lateDays), .number(line.penalty),
            .number(line.adjustment), .number(line.final),
          ]
        })
  }

  /// `canvas.csv`, which Canvas imports as grades of an assignment. Its second row has the possible points.
  func canvas() -> String {
    let header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Data layer workbook"]
    let possible: [Cell] =
      [.text("    Points Possible")] + Array(repeating: .empty, count: 4) + [.number(maximum)]
    return CSVText.of(
      [header.map(Cell.text), possible]
        + lines.map { line in
          let row = line.row
          let login = row?.login ?? ""
          let hasKey = [row?.id, row?.sisUser, line.identifier, login].contains {
            !($0 ?? "").isEmpty
          }
          return [
            line.name, (row?.id).nonEmpty ?? line.identifier ?? "", row?.sisUser ?? "",
            hasKey ? login : line.learner, row?.section ?? "",
          ].map(Cell.text) + [.number(line.final)]
        })
  }

  /// `moodle.csv`, which Moodle imports as an offline grading worksheet.
  func moodle() -> String {
    let header = [
      "Identifier", "Full name", "Email address", "Grade", "Maximum Grade", "Feedback comments",
    ]
    return CSVText.of(
      [header.map(Cell.text)]
        + lines.map { line in
          let number = (line.row?.id).nonEmpty ?? line.identifier ?? ""
          let identifier = Int(number) == nil ? number : "Participant \(number)"
          return [.text(identifier), .text(line.name), .text(line.row?.email ?? "")]
            + [.number(line.final), .number(maximum), .text(remark(on: line))]
        })
  }

  /// How the final points come about, in a line.
  func remark(on line: Line) -> String {
    guard line.isPresent else { return "Nothing was handed in." }
    var words = "\(line.raw) of \(maximum) points"
    if line.lateDays > 0 {
      words +=
        ", \(line.penalty) less for \(line.lateDays) late \(line.lateDays == 1 ? "day" : "days")"
    }
    for adjustment in line.adjustments {
      let sign = adjustment.points < 0 ? "" : "+"
      words += ", \(sign)\(adjustment.points)"
      if !adjustment.reason.isEmpty { words += " (\(adjustment.reason))" }
    }
    return words + "."
  }
}

extension String? {
  /// Nil for an empty text.
  fileprivate var nonEmpty: String? { flatMap { $0.isEmpty ? nil : $0 } }
}
