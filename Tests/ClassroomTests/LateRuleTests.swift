import Foundation
import Testing

@testable import Classroom
@testable import Grading

struct `Lateness` {
  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  private func roster(_ text: String) throws -> Roster {
    try Roster(Data(text.utf8), file: "roster.csv")
  }

  /// A learner's snapshot with these files, last modified at these dates.
  private func snapshot(_ name: String, _ changes: [Date], files: [String]) -> SubmissionSnapshot {
    let learner =
      CanvasName(files[0])?.identifier == nil
      ? Learner(folder: name) : Learner(entry: "\(name)_7", name: name, identifier: "7")
    return SubmissionSnapshot(
      learner: learner,
      files: zip(files, changes).map {
        SubmissionSnapshot.File(
          exercise: "RelayHub", name: $0, hash: $0, refusal: nil, modified: $1)
      }, unused: [])
  }

  private func register(
    _ snapshots: [SubmissionSnapshot], _ roster: String, now: String = "2026-07-01T00:00:00Z"
  ) throws -> ClassRegister {
    try ClassRegister(
      snapshots, of: [], roster: try self.roster(roster), adjustments: Adjustments(),
      rule: LateRule(), now: date(now))
  }

  private func lateDays(_ register: ClassRegister) -> [Int] {
    register.entries.map { LateRule().lateDays($0.row, $0.handedIn) }
  }

  @Test
  func `counts the exercises of each due date by themselves`() throws {
    let hours: [Double] = [1, 40, 60]
    let due = try date("2026-06-02T00:00:00Z")
    let files = zip(["PublishSubject", "RelayHub", "Chain"], hours).map {
      SubmissionSnapshot.File(
        exercise: $0, name: "\($0).swift", hash: $0, refusal: nil,
        modified: due.addingTimeInterval($1 * 3_600))
    }
    let missing = SubmissionSnapshot.File(
      exercise: "CachedNews", name: "", hash: nil, refusal: .missing, modified: nil)
    let snapshot = SubmissionSnapshot(
      learner: Learner(folder: "ann"), files: files + [missing], unused: [])
    let scores = files.map { (exercise: $0.exercise, score: 5) }
    let lateness = { (roster: String) in
      let entry = try self.register([snapshot], roster).entries[0]
      let lateness = LateRule(pointsPerDay: 2).lateness(of: entry, scores: scores)
      return [lateness.days, lateness.penalty]
    }
    let together = try lateness("learner,due\nann,2026-06-01\n")
    let apart = try lateness(
      "learner,due,due relayhub,Due Chain\nann,2026-06-01,2026-06-03,2026-06-01 00:00\n")
    let one = try lateness("learner,due Chain\nann,2026-06-01\n")
    let none = try lateness(
      "learner,due,due CachedNews,submitted\nann,2026-06-09,2026-06-01,2026-06-08\n")
    #expect(together == [3, 6])
    // PublishSubject is a day late, RelayHub is in time, Chain is four days late and has 5 points.
    #expect(apart == [4, 7])
    #expect(one == [3, 5])
    #expect(none == [0, 0])
    #expect(throws: ClassInputError.self) { try lateness("learner,due Chian\nann,2026-06-01\n") }
  }

  @Test
  func `counts each day begun after due date, extension and grace period`() throws {
    let rows = try roster("learner,due,extension\nann,2026-06-01,0\nbob,2026-06-01,2\ncid,,\n").rows
    let times = try [
      "2026-06-01T23:59:59Z", "2026-06-02T00:00:00Z", "2026-06-02T00:00:01Z",
      "2026-06-02T00:15:00Z", "2026-06-02T00:15:01Z", "2026-06-04T00:00:01Z",
    ].map(date)
    let lateDays = { (grace: Int) in
      times.map { time in
        rows.map { LateRule(graceMinutes: grace).lateDays($0, .changed(time)) }
      }
    }
    #expect(
      lateDays(0) == [[0, 0, 0], [0, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0], [3, 1, 0]])
    #expect(
      lateDays(15) == [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0], [1, 0, 0], [2, 0, 0]])
    #expect(LateRule() == LateRule(pointsPerDay: 10, graceMinutes: 15))
  }

  @Test
  func `is decided by the roster, then by Canvas, then by the dates of files`() throws {
    let changed = try date("2026-06-20T12:00:00Z")
    let late = "ann_LATE_7_99_RelayHub.swift"
    let names = [[late], [late, "ann_7_98_RelayHub.swift"], ["ann_7_99_RelayHub.swift"]]
    let rows = ["", "2026-06-04 12:00"].flatMap { submitted in
      ["", "1"].map { "id,due,extension,submitted\n7,2026-06-01,\($0),\(submitted)\n" }
    }
    let days = try rows.map { roster in
      try names.map { files in
        try lateDays(register([snapshot("ann", [changed, changed], files: files)], roster))[0]
      }
    }
    #expect(days == [[1, 1, 0], [0, 0, 0], [3, 3, 3], [2, 2, 2]])
    // Two packs with one name, in two folders.
    let dates = [try date("2026-05-30T12:00:00Z"), changed]
    let byFile = try register(
      [snapshot("ann", dates, files: ["pack.txt", "pack.txt"])], "learner,due\nann,2026-06-01\n")
    #expect(lateDays(byFile) == [19])
    let withoutDue = try register([snapshot("ann", [changed], files: [late])], "id\n7\n")
    #expect(lateDays(withoutDue) == [0])
  }

  @Test(arguments: ["due", "due RelayHub"])
  func `by file dates is listed before it costs points`(due: String) throws {
    let (copy, work) = try (date("2026-06-20T12:00:00Z"), date("2026-05-30T12:00:00Z"))
    let snapshots = (0..<25).map { place in
      let change =
        place < 11
        ? copy.addingTimeInterval(Double(place) * 6)
        : work.addingTimeInterval(Double(place) * 3_600)
      let files = ["pack.txt", "pack.txt", "Exercise.swift"]
      return snapshot("learner\(10 + place)", [change, change, change], files: files)
    }
    let rows = (0..<25).map { "learner\(10 + $0),2026-06-01\n" }
    let header = "learner,\(due)\n"
    let roster = header + rows.joined()
    let notes = try register(snapshots, roster).notes
    #expect(
      notes == [
        "“learner10”, “learner11” and 9 more are late by file dates: if the work has other "
          + "dates, write the time of handing in into the column `submitted` of your roster"
      ])
    let one = try register(Array(snapshots[10...]), header + rows[10...].joined()).notes
    #expect(one.map { $0.prefix(16) } == ["“learner20” is l"])
    let inTime = try register(Array(snapshots[11...]), header + rows[11...].joined()).notes
    #expect(inTime == [])
  }

  @Test(arguments: ["due", "due RelayHub"])
  func `by Canvas's mark, and dates in the future or far from the course, are listed`(
    due: String
  ) throws {
    let work = try date("2026-05-30T12:00:00Z")
    let snapshots = [
      snapshot("ann", [work], files: ["ann_LATE_7_99_RelayHub.swift"]),
      snapshot("bob", [work], files: ["RelayHub.swift"]),
      snapshot("cid", [try date("1980-01-01T00:00:00Z")], files: ["RelayHub.swift"]),
      snapshot("dan", [work], files: ["RelayHub.swift"]),
    ]
    let notes = try register(
      snapshots,
      // Chain is not graded here.
      "learner,\(due),submitted,due Chain\nann,2026-06-01,\nbob,2026-06-01,2062-05-30\n"
        + "cid,2026-06-01,,1980-01-01\ndan,2025-05-01,2026-05-30 12:00,2026-06-01\n"
    ).notes
    let remedy = "write the time of handing in into the column `submitted` of your roster"
    #expect(
      notes == [
        "“ann_7” is late by the names that Canvas gave, which counts as one day: if it was more, \(remedy)",
        "the work of “bob” has the date 2062-05-30T00:00:00Z, which is in the future: correct your roster, or \(remedy)",
        "the work of “cid” has the date 1980-01-01T00:00:00Z, which is more than a year from the due date, "
          + "2026-06-02T00:00:00Z: correct your roster, or \(remedy)",
        "the work of “dan” has the date 2026-05-30T12:00:00Z, which is more than a year from the due date, "
          + "2025-05-02T00:00:00Z: correct your roster, or \(remedy)",
      ])
    let undated = try register(Array(snapshots.prefix(1)), "learner\nann\n").notes.first
    #expect(undated?.hasSuffix(" late days count once roster.csv has the column `due`") == true)
  }
}
