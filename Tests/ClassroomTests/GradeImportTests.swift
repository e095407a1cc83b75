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
    let exercises = [Exercise.publishSubject, .relayHub]
    let learners = [
      "Lee, Ann_71_assignsubmission_file_", "Bob_72_assignsubmission_file_",
      "Dan_74_assignsubmission_file_",
    ].map { Learner(folder: $0) }
    let snapshots = learners.map { SubmissionSnapshot(learner: $0, files: [], unused: []) }
    let register = try ClassRegister(
      snapshots, roster: roster, adjustments: Adjustments(), rule: LateRule(), now: .distantFuture)
    let conditions = GradingConditions(
      seed: 7, toolchain: "Swift", isolation: .namespaces, exercises: exercises)
    let broken = SubmittedFile.Refusal(verdict: .graderError, sentence: "The file cannot be read.")
    let lines = learners.compactMap { learner in
      let graded = exercises.enumerated().map { place, exercise in
        learner.name == "Bob" && place == 0
          ? SampleGrader.broken(exercise, broken.sentence)
          : SampleGrader.grade(Grader.Attempt(exercise, text: .success("// 3 of \(learner.name)")))
      }
      return register.line(
        of: learner, GradingResult(graded, under: conditions), exercises: exercises
      ).map { (learner.slug, $0) }
    }
    return ClassResult(
      lines: register.lines(Dictionary(uniqueKeysWithValues: lines), exercises: exercises),
      exercises: exercises, conditions: conditions, rule: LateRule(), notes: [],
      date: Date(timeIntervalSince1970: 0))
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
          71: "6 of 10 points.", 72: "Not graded yet: an error of the grader.",
          74: "6 of 10 points.",
        ])
    }
  }

  @Test
  func `are empty in Canvas for a learner whose work could not be graded`() throws {
    let written = try result(nil).canvas()
    let imported = try GradeImport.canvas(written, logins: [:], enrolled: [71, 72, 74])
    #expect(imported?.grades == [71: "6", 74: "6"])
  }
}
