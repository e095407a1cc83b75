import Foundation
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

@Suite(.blocking)
struct `The records of a course`: ~Copyable {
  let course: CourseFolder

  init() throws {
    let course = try CourseFolder()
    for learner in ["ann", "bob"] { try course.handIn("\(learner)/RelayHub.swift") }
    try course.results.write("learner,points,reason\nann,2,\nbob,-1,\n", to: "adjustments.csv")
    self.course = course
  }

  /// Publishes reports with a roster and a deduction of 3 points for each late day.
  private func publish() throws {
    try course.report(
      roster: "learner,due,submitted\nann,2026-06-01,2026-06-03\n", latePoints: 3, graceMinutes: 0)
  }

  @Test
  func `default to those of the last run`() throws {
    let first = try CourseRecords(in: course.results)
    try publish()
    let later = try CourseRecords(in: course.results)
    let other = try CourseRecords(
      in: course.results, roster: (Data("learner\ncid\n".utf8), "July.csv"), latePoints: 0)
    #expect(first.roster == nil)
    #expect(first.rule == LateRule(pointsPerDay: 10, graceMinutes: 15))
    #expect(later.roster?.rows.map(\.learner) == ["ann"])
    #expect(later.rule == LateRule(pointsPerDay: 3, graceMinutes: 0))
    #expect(
      try later.notes(on: course.snapshots()) == [
        "the roster is that of the last run: pass --roster for another one, or remove data/roster.csv "
          + "from the folder of the results to grade without one"
      ])
    try course.results.write(
      "learner,due\nann,June\nann,2026-06-01\n", to: CourseRecords.rosterPath)
    let error = #expect(throws: ClassInputError.self) { try CourseRecords(in: course.results) }
    #expect(
      error?.description
        == "\(course.results.url.appending(path: "data/roster.csv").path.debugDescription)"
        + " is a damaged copy of the roster of an earlier run: pass --roster again")
    #expect(other.roster?.rows.map(\.learner) == ["cid"])
    #expect(other.rule.pointsPerDay == 0)
    #expect(try other.notes(on: course.snapshots()) == [])
  }

  @Test
  func `are kept before anything is graded, for the run after an interrupted one`() throws {
    try publish()
    let given = try CourseRecords(
      in: course.results, roster: (Data("learner\ncid\n".utf8), "July.csv"), latePoints: 1,
      column: "Week 2", points: 20)
    try given.keep(in: course.results)
    let next = try CourseRecords(in: course.results)
    #expect(next.roster?.rows == given.roster?.rows)
    #expect(next.rule == LateRule(pointsPerDay: 1, graceMinutes: 0))
    #expect(next.column == GradeColumn(title: "Week 2", points: 20))
  }

  @Test
  func `default to those of the parts, if these agree`() throws {
    let parts = ["1", "2"].map { ResultFolder(course.folder.file($0)) }
    for part in parts { try CourseRecords(in: part, latePoints: 3, points: 20).keep(in: part) }
    try parts[1].write("learner\ncid\n", to: CourseRecords.rosterPath)
    #expect(parts[0].isReplaceable && parts[1].isReplaceable)
    try CourseRecords(in: course.results, column: "Week 2").keep(in: course.results)
    let joined = try CourseRecords(in: course.results, parts: parts)
    try CourseRecords(in: parts[1], latePoints: 4).keep(in: parts[1])
    let error = #expect(throws: ClassInputError.self) {
      try CourseRecords(in: course.results, parts: parts)
    }
    let given = try CourseRecords(in: course.results, parts: parts, latePoints: 5)
    #expect(joined.roster?.rows.map(\.learner) == ["cid"])
    #expect(joined.rule.pointsPerDay == 3 && given.rule.pointsPerDay == 5)
    #expect(joined.column == GradeColumn(title: "Week 2", points: 20) && given.column.points == 20)
    #expect(error?.description.hasPrefix("--late differs in ") == true)
  }

  @Test(arguments: ["", nil, #","latePoints":-1"#, #","graceMinutes":1441"#, #","points":0"#])
  func `are refused if options of the last run are damaged or missing`(text: String?) throws {
    try course.results.writeConditions(course.conditions())
    let options = text.map {
      #"{"adjustments":0,"exercises":[],"learners":[]\#($0)"# + ($0 == "" ? "" : "}")
    }
    if let options { try course.results.write(options, to: CourseRecords.path) }
    let new = ResultFolder(course.folder.file("new"))
    for (folder, parts) in [(course.results, []), (new, [course.results])] {
      #expect(throws: course.results.foreign(CourseRecords.path)) {
        try CourseRecords(in: folder, parts: parts)
      }
    }
  }

  @Test
  func `name the last exercises if others are graded, and require --points again`() throws {
    let last = try CourseRecords(in: course.results, points: 9, exercises: course.exercises)
    try last.keep(in: course.results)
    try course.results.writeConditions(course.conditions())
    let error = #expect(throws: ClassInputError.self) {
      try CourseRecords(in: course.results, column: "Week 2", exercises: [.relayHub])
    }
    let next = try CourseRecords(in: course.results, points: 9, exercises: [.relayHub])
    let note = "the last run here graded PublishSubject, RelayHub; this one grades RelayHub"
    #expect(try next.notes(on: course.snapshots()) == [note])
    #expect(next.notes(on: [], isPart: true) == [note])
    #expect(error?.description == note + ": pass --points again, or choose another folder for --to")
  }

  @Test
  func `report adjustments that were removed, or may be of other exercises`() throws {
    try publish()
    let other = try CourseRecords(in: course.results, exercises: [.relayHub])
    let refused = #expect(throws: ClassInputError.self) { try other.check(course.read().learners) }
    try FileManager.default.removeItem(at: course.results.url.appending(path: "adjustments.csv"))
    let error = #expect(throws: ClassInputError.self) { try CourseRecords(in: course.results) }
    try course.results.write("learner,points,reason\n", to: "adjustments.csv")
    let new = ResultFolder(course.folder.file("new"))
    #expect(throws: ClassInputError.self) { try CourseRecords(in: new, parts: [course.results]) }
    let emptied = try CourseRecords(in: course.results)
    #expect(
      refused?.sentences
        == [2, 3].map {
          "adjustments.csv, line \($0), names no exercise, and the last run here graded others: name "
            + "one of this run, or choose another folder for --to"
        })
    #expect(
      error?.description
        == "adjustments.csv is missing, but the last run used 2 of its rows: restore it in "
        + "the results folder, or create it with only the line “learner,points,reason”")
    #expect(emptied.adjustments.count == 0)
  }

  @Test
  func `name a learner whose submission was removed`() throws {
    try publish()
    try FileManager.default.removeItem(at: course.submissions.appending(path: "bob"))
    let notes = try CourseRecords(in: course.results).notes(on: course.snapshots())
    #expect(
      notes.last
        == "“bob” was graded in the last run but has no submission now: no table has these points")
  }
}
