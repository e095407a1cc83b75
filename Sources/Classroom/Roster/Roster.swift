package import Foundation
internal import Grading

/// The learners that a course expects, from a CSV file by the teacher, Canvas or Moodle.
package struct Roster: Sendable, Equatable {
  /// A learner of the course. Unknown texts are empty.
  package struct Row: Sendable, Equatable {
    let line: Int
    var learner = ""
    var name = ""
    var id = ""
    var email = ""
    var sisUser = ""
    var login = ""
    var section = ""
    var due: Date?
    /// The due dates of exercises that have their own, by their names.
    var dues: [String: Date] = [:]
    var extensionDays = 0
    var submitted: Date?

    var keys: [String] { [learner, id, login, sisUser, email, name].filter { !$0.isEmpty } }

    var displayName: String { keys.isEmpty ? "" : name.isEmpty ? keys[0] : name }
  }

  let rows: [Row]
  let file: String
  /// The table if it is Moodle's grading worksheet, with the columns that Moodle's import requires.
  let worksheet: CSVTable?
  /// Sentences about columns that are not used.
  let notes: [String]

  package init(_ bytes: Data, file: String) throws(ClassInputError) {
    let table = try CSVTable(bytes, file: file)
    let names: [(key: WritableKeyPath<Row, String>, titles: [String])] = [
      (\.learner, ["learner", "folder"]),
      (\.name, ["name", "full name", "student", "student name"]),
      (\.id, ["id", "identifier"]),
      (\.email, ["email", "email address"]),
      (\.sisUser, ["sis user id"]),
      (\.login, ["login", "username", "sis login id"]),
      (\.section, ["section"]),
    ]
    let columns = names.compactMap { key, titles in table.column(titles).map { ($0, key) } }
    let due = table.column(["due", "due date"])
    let extensionDays = table.column(["extension", "extension days"])
    let submitted = table.column(["submitted"])
    guard columns.contains(where: { $0.1 != \.section }) else {
      throw table.error(
        "has no column that names learners: call it `learner`; its cells are the names of their "
          + "folders")
    }
    let read = Set(columns.map(\.0) + [due, extensionDays, submitted].compactMap(\.self))
    var dues: [(column: Int, exercise: String)] = []
    var notes: [String] = []
    for (column, title) in table.header.enumerated() where !read.contains(column) {
      if let name = title.lowercased().wholeMatch(of: /due (.+)/)?.output.1, name != "date" {
        let exercise = Catalog.all.first { $0.name.lowercased() == name }
        guard let exercise, !exercise.isRung else {
          let problem =
            exercise == nil
            ? "and no exercise has that name: `swift run workbook list` has the names"
            : "a first rung, which is not graded: remove the column"
          throw table.error("has the column “\(title)”, \(problem)")
        }
        dues.append((column, exercise.name))
        continue
      }
      // The titles that no other system writes.
      try table.refuse(title, resembling: ["learner", "due", "extension", "submitted"])
      if table.rows.contains(where: { CSVTable.date($0[column], isEnd: true) != nil }) {
        notes.append(
          "the column “\(title)” of \(file) has dates and is not used: to use it, rename it to "
            + "`due`, `due NAME` or `submitted`")
      }
    }
    var rows: [Row] = []
    var errors: [ClassInputError] = []
    for cells in table.rows {
      var row = Row(line: cells.line)
      for (column, key) in columns { row[keyPath: key] = cells[column] }
      do throws(ClassInputError) {
        row.due = try table.date(due, in: cells, isEnd: true)
        for (column, exercise) in dues {
          row.dues[exercise] = try table.date(column, in: cells, isEnd: true)
        }
        row.submitted = try table.date(submitted, in: cells, isEnd: false)
        let text = cells[extensionDays]
        guard let days = text.isEmpty ? 0 : Int(text), (0...3_650).contains(days) else {
          throw table.error("has the extension “\(text)”: write whole days, 0 to 3650", in: cells)
        }
        row.extensionDays = days
        if row.keys.isEmpty, row != Row(line: cells.line, section: row.section) {
          throw table.error(
            "has a date or an extension, but no name: name the learner, or remove the row",
            in: cells)
        }
        guard days == 0 || row.due != nil || !row.dues.isEmpty else {
          throw table.error(
            "has an extension, but no due date: write it in the column `due`, or remove the "
              + "extension", in: cells)
        }
      } catch { errors.append(error) }
      // Canvas exports a row with the possible points.
      if !row.keys.isEmpty, !row.name.hasPrefix("Points Possible") { rows.append(row) }
    }
    self.rows = rows
    self.file = file
    self.notes = notes
    let titles = ["Identifier", "Grade", "Last modified (grade)"]
    worksheet = titles.allSatisfy(table.header.contains) ? table : nil
    try ClassInputError.throwAll(errors + repeatedNames)
  }

  private var repeatedNames: [ClassInputError] {
    [\Row.learner, \Row.id].flatMap { key in
      let known = Dictionary(grouping: rows.filter { !$0[keyPath: key].isEmpty }) {
        $0[keyPath: key]
      }
      return known.values.flatMap { same in
        same.dropFirst().map { row in
          ClassInputError(
            file, line: row.line,
            "has “\(row[keyPath: key])” again, after line \(same[0].line): remove one of the rows, or "
              + "give each its own name")
        }
      }
    }
  }
}

extension CSVTable {
  fileprivate func date(_ column: Int?, in row: Row, isEnd: Bool) throws(ClassInputError) -> Date? {
    let text = row[column]
    if text.isEmpty { return nil }
    guard let date = Self.date(text, isEnd: isEnd) else {
      throw error(
        "has the date “\(text)”: write it as 2026-06-01, or with a time and a zone as "
          + "2026-06-01 18:00 +02:00", in: row)
    }
    return date
  }

  /// Parses `2026-06-01`, `2026-06-01 18:00` or `2026-06-01T18:00:00+02:00`. Without a zone it is
  /// UTC. A date without a time is the end of its day if `isEnd`, otherwise the start.
  fileprivate static func date(_ text: String, isEnd: Bool) -> Date? {
    // Cells that are not dates skip the pattern, which is slow to compile.
    guard text.utf8.dropFirst(4).first == UInt8(ascii: "-") else { return nil }
    let pattern =
      /(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)? ?(?:Z|UTC|([+-])([01]\d):?([0-5]\d))?/
    guard let match = text.wholeMatch(of: pattern.asciiOnlyDigits())?.output else { return nil }
    let number = { (text: Substring?) in text.flatMap { Int($0) } }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = DateComponents(
      calendar: calendar, year: number(match.1), month: number(match.2), day: number(match.3),
      hour: number(match.4) ?? 0, minute: number(match.5) ?? 0, second: number(match.6) ?? 0)
    guard parts.isValidDate, let date = calendar.date(from: parts) else { return nil }
    let minutes = (number(match.8) ?? 0) * 60 + (number(match.9) ?? 0)
    let zoned = date.addingTimeInterval(Double(match.7 == "-" ? minutes : -minutes) * 60)
    return isEnd && match.4 == nil ? zoned.addingTimeInterval(86_400) : zoned
  }
}
