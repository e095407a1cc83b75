import Foundation
import Testing

@testable import Classroom
@testable import Grading

struct `A roster` {
  private func roster(_ text: String) throws -> Roster {
    try Roster(Data(text.utf8), file: "roster.csv")
  }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @Test
  func `has due dates, extensions and the columns of Canvas and Moodle`() throws {
    let own = try roster(
      "Learner;Name;Due;Extension\nann;Ann Lee;2026-06-01;2\nbob;Bob;2026-06-01 18:00 +02:00;\n")
    #expect(own.rows.map(\.learner) == ["ann", "bob"])
    #expect(own.rows.map(\.extensionDays) == [2, 0])
    let dues = try [date("2026-06-02T00:00:00Z"), date("2026-06-01T16:00:00Z")]
    #expect(own.rows.map(\.due) == dues)
    let canvas = try roster(
      """
      Student,ID,SIS User ID,SIS Login ID,Section
          Points Possible,,,,
      "Lee, Ann",71,S1,ann,Monday
      """)
    #expect(canvas.rows.map(\.name) == ["Lee, Ann"])
    #expect(canvas.rows.map(\.id) == ["71"])
    let moodle = try roster(
      "Identifier,Full name,Email address\nParticipant 71,Ann Lee,ann@example.org\n")
    #expect(moodle.rows.map(\.id) == ["Participant 71"])
  }

  @Test(arguments: [
    (
      "section,due\nMonday,2026-06-01\n",
      "roster.csv, line 1, has no column that names learners: call it `learner`; its cells are the "
        + "names of their folders"
    ),
    (
      "learner,due,extention\nann,2026-06-01,90\n",
      "roster.csv, line 1, has the column “extention”: rename it to `extension`, or remove it"
    ),
    (
      "learner,due,extension\nann,,3\n,2026-06-01,\n",
      "roster.csv, line 2, has an extension, but no due date: write it in the column `due`, or remove "
        + "the extension\nroster.csv, line 3, has a date or an extension, but no name: name the "
        + "learner, or remove the row"
    ),
    (
      "learner,due WhichSubject\nann,2026-06-01\n",
      "roster.csv, line 1, has the column “due WhichSubject”, a first rung, which is not graded: remove "
        + "the column"
    ),
    (
      "learner,extension\nann,two\nann,\nbob,1.5\n",
      "roster.csv, line 2, has the extension “two”: write whole days, 0 to 3650\n"
        + "roster.csv, line 3, has “ann” again, after line 2: remove one of the rows, or give each its own "
        + "name\nroster.csv, line 4, has the extension “1.5”: write whole days, 0 to 3650"
    ),
  ])
  func `with a mistake is refused with the line and a remedy`(text: String, problem: String) {
    let error = #expect(throws: ClassInputError.self) { try roster(text) }
    #expect(error?.description == problem)
  }

  @Test(arguments: ["2026-06-31", "2026-０6-01", "2026-06-01 18:00 +20:99"])
  func `with an invalid date is refused`(date: String) {
    let text = "learner,due\nann,\(date)\n"
    let error = #expect(throws: ClassInputError.self) { try roster(text) }
    #expect(
      error?.description
        == "roster.csv, line 2, has the date “\(date)”: write it as 2026-06-01, or with a time and a "
        + "zone as 2026-06-01 18:00 +02:00")
  }

  @Test
  func `finds learners by folder, number and name, and lists missing and unknown ones`() throws {
    let roster = try roster(
      "learner,name,id\nann,Ann Lee,1\n,Bob Day,2\n,Cid Fox,\n,Dan Ray,\n,Dan Ray,\nJAKE,Jake,9\n")
    let learners = [
      Learner(folder: "ann"), Learner(folder: "Bobby_2_assignsubmission_file_"),
      Learner(folder: "Cid Fox"), Learner(folder: "Dan Ray"), Learner(folder: "taylor"),
    ]
    let matching = roster.matching(learners)
    #expect(matching.rows.map(\.?.line) == [2, 3, 4, nil, nil])
    #expect(
      matching.notes == [
        "lines 5 and 6 of roster.csv both fit “Dan Ray”: add the name of the folder in a column "
          + "`learner`",
        "“Dan Ray” is not in roster.csv: its points are in the reports, without an id and a due date",
        "“taylor” is not in roster.csv: its points are in the reports, without an id and a due date",
      ])
    #expect(matching.missing.map(\.line) == [5, 6, 7])
    #expect(matching.doubts.keys.sorted() == [5, 6])
  }

  @Test
  func `names unused columns with dates, and accepts those of course systems`() throws {
    let roster = try roster(
      """
      learner,dew,DueChain,Last modified (submission),Group,Section
      ann,,2026-11-26 18:00,"Thursday, 26 November 2026, 6:00 PM",1,Monday
      bob,2026-11-26,,-,2026,Monday
      ,,,,,Tuesday
      """)
    let notes = ["dew", "DueChain"].map {
      "the column “\($0)” of roster.csv has dates and is not used: to use it, rename it to `due`, "
        + "`due NAME` or `submitted`"
    }
    #expect(roster.matching([Learner(folder: "ann")]).notes == notes)
    #expect(roster.rows.map(\.learner) == ["ann", "bob"])
  }

  @Test
  func `prefers the exact name, and otherwise ignores case and how characters are composed`() throws
  {
    let roster = try roster("learner,id\nann,1\nAnn,2\nRené,3\n")
    let learners = ["Ann", "ann", "RENE\u{301}"].map { Learner(folder: $0) }
    #expect(roster.matching(learners).rows.map(\.?.id) == ["2", "1", "3"])
  }

  @Test
  func `gives each row the folder that it names, even if others have that name`() throws {
    let roster = try roster(
      "learner,name,id\nAnna Müller,Anna Müller,1\namueller2,Anna Müller,2\n,Anna Müller,3\n")
    let learners = ["Anna Müller", "amueller2", "anna müller"].map { Learner(folder: $0) }
    let matching = roster.matching(learners)
    #expect(matching.rows.map(\.?.id) == ["1", "2", "3"])
    #expect(matching.notes == [])
  }

  @Test
  func `gives no row to a name whose row has another folder, nor to one of two folders`() throws {
    let roster = try roster("learner,name,id\nanna1,Anna Müller,1\n,Cid Fox,2\n")
    let learners = [
      "Anna Müller", "Cid Fox_7_assignsubmission_file_", "Cid Fox_8_assignsubmission_file_",
    ]
    let matching = roster.matching(learners.map { Learner(folder: $0) })
    #expect(matching.rows.map(\.?.id) == [nil, nil, nil])
    #expect(
      matching.notes[0]
        == "“\(learners[1])” and “\(learners[2])” both fit line 3 of roster.csv: add the name of the "
        + "folder in a column `learner`")
  }

  @Test
  func `with one name in many rows has one note on it`() throws {
    let roster = try roster("name\n" + String(repeating: "ann\n", count: 20_000))
    let matching = roster.matching([Learner(folder: "ann")])
    #expect(matching.notes.count == 2)
    #expect(matching.missing.count == 20_000)
    #expect(matching.doubts.count == 20_000)
  }
}

struct `An adjustment` {
  private func entries(_ text: String) throws -> [[Adjustments.Entry]] {
    try Adjustments(Data(text.utf8), file: "adjustments.csv", exercises: [.chain, .relayHub])
      .entries(for: [["ann", "Ann Lee"], ["bob", "Bob"], ["bobby", "Bob"]])
  }

  @Test
  func `belongs to the learner with any of its names`() throws {
    let entries = try entries(
      "learner,points,reason\nann,+2,helped\nAnn Lee,\"-1,5\",\nbobby,3.5,late bus\n")
    #expect(
      entries == [
        [.init(points: 2, reason: "helped"), .init(points: -1.5, reason: "")], [],
        [.init(points: 3.5, reason: "late bus")],
      ])
  }

  @Test
  func `may be about one exercise, with a comment`() throws {
    let entries = try entries(
      "learner,exercise,points,comment\nann,Chain,-0.5,no names\nann,,1,talk\nann,chain,2,\n")
    #expect(entries[0].map(\.words) == ["-0.5 (Chain: no names)", "+1 (talk)", "+2 (Chain)"])
  }

  @Test
  func `belongs to the learner with exactly that unique name, if others have it too`() throws {
    let adjustments = try Adjustments(
      Data("learner,points\nAnn,1\nann,2\n".utf8),
      file: "adjustments.csv")
    let points = try adjustments.entries(
      for: [["ann", "Ann"], ["Ann"]]
    ).map { $0.map(\.points) }
    #expect(points == [[2], [1]])
  }

  @Test(arguments: [
    (
      "learner,points\nBob,1\n",
      "adjustments.csv, line 2, names “Bob”, which fits 2 learners: write the name of the "
        + "learner's folder, the first part of the names of the learner's files, or the value of the "
        + "column `learner` of the roster or gradebook.csv"
    ),
    (
      "learner,points\nann,many\n",
      "adjustments.csv, line 2, has the points “many”: write whole or half points, such as -3 or "
        + "1.5"
    ),
    (
      "learner,points\ndan,1\nann,1\nann,0.25\n",
      "adjustments.csv, line 2, names “dan”, which fits no learner: write the name of the "
        + "learner's folder, the first part of the names of the learner's files, or the value of the "
        + "column `learner` of the roster or gradebook.csv\n"
        + "adjustments.csv, line 4, has the points “0.25”: write whole or half points, such as -3 or 1.5"
    ),
    (
      "learner,exercise,points\nann,Chian,1\n",
      "adjustments.csv, line 2, names the exercise “Chian”, which the workbook does not have: "
        + "`swift run workbook list` has the names"
    ),
    (
      "learner,exercise,points\nann,WhichSubject,1\n",
      "adjustments.csv, line 2, names the exercise “WhichSubject”, which has no points: remove the row"
    ),
    (
      "learner,exercise,points\n\nann,RelayHub,1\nann,PublishSubject,1\n",
      "adjustments.csv, line 4, names the exercise “PublishSubject”, which is not in --exercises (of "
        + "this or the last run): add it or remove the row"
    ),
    (
      "learner,points,reasons\nann,-1,why\n",
      "adjustments.csv, line 1, has the column “reasons”: rename it to `reason`, or remove it"
    ),
    (
      "name\nann\n",
      "adjustments.csv, line 1, needs the columns learner and points; reason and exercise are optional"
    ),
  ])
  func `that fits no learner is refused`(text: String, problem: String) {
    let error = #expect(throws: ClassInputError.self) { try entries(text) }
    #expect(error?.description == problem)
  }
}
