import Foundation
import Testing

@testable import Classroom
@testable import Grading

struct `The grades for another system` {
  private static let worksheet = #"""
    Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,\#
    Last modified (submission),Last modified (grade),Feedback comments
    Participant 71,"Lee, Ann",ann@example.org,Submitted,,10,Yes,"Monday, 1 June 2026, 6:00 PM",-,
    Participant 72,Bob,,Submitted,4.00,10,Yes,-,"Tuesday, 2 June 2026, 8:15 AM","- seen, ""once"""
    Participant 73,Cid,,No submission,,10,Yes,-,-,
    """#

  /// A class in which Ann, Bob and Dan have submitted work. Bob's first exercise cannot be read,
  /// and Dan is not in the roster.
  private func result(_ roster: Roster?) throws -> ClassResult {
    let learners = [
      "Lee, Ann_71_assignsubmission_file_", "Bob_72_assignsubmission_file_",
      "Dan_74_assignsubmission_file_",
    ].map { Learner(folder: $0) }
    return try .sample(learners, roster: roster) { learner, exercise in
      learner.name == "Bob" && exercise.name == "PublishSubject"
        ? SampleGrader.broken(exercise, "The file cannot be read.")
        : SampleGrader.grade(Grader.Attempt(exercise, text: .success("// 3 of \(learner.name)")))
    }
  }

  @Test
  func `are Moodle's worksheet in which only the grades have changed`() throws {
    let bytes = Data(Self.worksheet.utf8)
    let roster = try Roster(bytes, file: "worksheet.csv")
    let written = try result(roster).moodle(roster)
    let (given, table) = try (
      CSVTable(bytes, file: "worksheet.csv"), CSVTable(Data(written.utf8), file: "moodle.csv")
    )
    #expect(table.header == given.header)
    let grade = try #require(given.header.firstIndex(of: "Grade"))
    let others = { (rows: [CSVTable.Row]) in
      rows.map { row in row.cells.enumerated().filter { $0.offset != grade }.map(\.element) }
    }
    #expect(Array(others(table.rows).prefix(3)) == others(given.rows))
    let imported = try #require(try GradeImport.moodle(written, enrolled: [71, 72, 73]))
    // Bob's grade is empty in the file, so Moodle keeps the grade of the worksheet.
    #expect(imported.grades == [71: "6", 73: "0"])
    #expect(imported.modified == [71: "-", 72: "Tuesday, 2 June 2026, 8:15 AM", 73: "-"])
    #expect(imported.remarks == [71: "", 72: "- seen, \"once\"", 73: ""])
    // Dan is not in the worksheet, and is imported if enrolled in the course.
    #expect(try GradeImport.moodle(written, enrolled: [74])?.grades == [74: "6"])
  }

  @Test
  func `without a worksheet have the columns that Moodle needs`() throws {
    let roster = try Roster(Data("name,id\nCid,Teilnehmer 73\n".utf8), file: "roster.csv")
    for roster in [nil, roster] {
      let written = try result(roster).moodle(roster)
      let imported = try #require(try GradeImport.moodle(written, enrolled: [71, 72, 74]))
      #expect(imported.grades == [71: "6", 74: "6"])
      #expect(imported.modified == [71: "-", 72: "-", 74: "-"])
      #expect(
        imported.remarks == [
          71: "6 of 10 points.", 72: "Not graded yet. The file cannot be read.",
          74: "6 of 10 points.",
        ])
    }
  }

  @Test
  func `are empty in Canvas for a learner whose work could not be graded or attributed`() throws {
    // Both rows fit Dan's folder.
    let twoDans = try Roster(Data("name,id\nDan,75\nDan,76\n".utf8), file: "roster.csv")
    for roster in [nil, twoDans] {
      let written = try result(roster).canvas()
      let imported = try GradeImport.canvas(written, logins: [:], enrolled: Set(71...76))
      #expect(imported?.grades == [71: "6", 74: "6"])
    }
  }
}

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
