import Foundation

@testable import Classroom

/// The data that Canvas or Moodle imports from a file of grades.
struct GradeImport: Equatable {
  /// The grades by the learners' numbers. A learner without an entry keeps the former grade.
  var grades: [Int: String] = [:]
  /// Moodle's feedback comments.
  var remarks: [Int: String] = [:]
  /// The date of the last change to the grade, in Moodle's format.
  var modified: [Int: String] = [:]

  /// Parses a file as Moodle's `importgradeslib.php` does.
  ///
  /// - Returns: Nil for a file that is refused.
  static func moodle(_ text: String, enrolled: Set<Int>) throws -> GradeImport? {
    let table = try CSVTable(Data(text.utf8), file: "moodle.csv")
    let place = { (title: String) in table.header.firstIndex(of: title) }
    guard let id = place("Identifier"), let grade = place("Grade"),
      let modified = place("Last modified (grade)")
    else { return nil }
    var imported = GradeImport()
    for row in table.rows {
      guard row.cells.count == table.header.count else { return nil }
      guard let number = Int(row.cells[id].dropFirst("Participant ".count)),
        enrolled.contains(number)
      else { continue }
      if !row.cells[grade].isEmpty { imported.grades[number] = row.cells[grade] }
      imported.modified[number] = row.cells[modified]
      if let remark = place("Feedback comments"), remark > 0 {
        imported.remarks[number] = row.cells[remark]
      }
    }
    return imported
  }

  /// Parses a file as Canvas's `gradebook_importer.rb` does.
  ///
  /// - Returns: Nil for a file that is refused.
  static func canvas(_ text: String, logins: [String: Int], enrolled: Set<Int>) throws
    -> GradeImport?
  {
    let table = try CSVTable(Data(text.utf8), file: "canvas.csv")
    let titles = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    guard Array(table.header.prefix(5)) == titles, table.header.count == 6 else { return nil }
    var imported = GradeImport()
    for row in table.rows where !row.cells[0].contains("Points Possible") {
      guard let number = Int(row.cells[1]) ?? logins[row.cells[3]], enrolled.contains(number)
      else { continue }
      if !row.cells[5].isEmpty { imported.grades[number] = row.cells[5] }
    }
    return imported
  }
}
