import Foundation
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

@Suite(.blocking)
struct `The reports of a class`: ~Copyable {
  let course: CourseFolder

  init() throws {
    let course = try CourseFolder()
    try course.handIn("ann/PublishSubject.swift", "// 5 of ann")
    try course.handIn("ann/RelayHub.swift", "// 1 of ann")
    try course.handIn("bob/PublishSubject.swift", "// 3 of bob")
    self.course = course
  }

  private static let roster = """
    learner,name,id,email,due,extension,submitted
    ann,"Lee, Ann",71,ann@example.org,2026-06-01,1,2026-06-03 12:00
    bob,=Bob,,,2026-06-01,,2026-06-01 12:00
    dan,Dan,73,,,,
    """
  private static let adjustments =
    "learner,exercise,points,reason\nbob,PublishSubject,-1.5,no talk\ndan,,20,helped\n"

  /// Grades the class and publishes its reports.
  @discardableResult
  func report(
    adjustments: String = Self.adjustments, column: String? = nil, points: Int? = nil,
    _ change: (NewReports) throws -> Void = { _ in }
  ) throws -> ClassResult {
    try course.report(
      roster: Self.roster, adjustments: adjustments, column: column, points: points, change)
  }

  /// The texts of all reports, by their paths.
  func texts() -> [String: String] {
    let url = course.results.url
    let paths = (FileManager.default.subpaths(atPath: url.path) ?? [])
      .filter { !$0.hasPrefix("data/") || $0.contains(/^data\/(new|ready|former)/) }
    return paths.reduce(into: [:]) { $0[$1] = course.results.file($1) }
  }

  @Test
  func `have the same final points in the columns of each system`() throws {
    let result = try report()
    #expect(
      course.results.file("gradebook.csv")?.components(separatedBy: "\r\n") == [
        "\u{FEFF}learner,name,PublishSubject,RelayHub,raw,late days,penalty,adjustment,final,remark",
        "ann,\"Lee, Ann\",5,1,6,1,6,0,0,\"6 of 10 points, 6 less for 1 late day.\"",
        "bob,'=Bob,3,,3,0,0,-1.5,1.5,\"3 of 10 points, -1.5 (PublishSubject: no talk).\"",
        "dan,Dan,,,0,0,0,20,10,\"Nothing was handed in, +20 (helped).\"", "",
      ])
    #expect(
      course.results.file("canvas.csv")?.components(separatedBy: "\r\n") == [
        "\u{FEFF}Student,ID,SIS User ID,SIS Login ID,Section,Data layer workbook",
        "\"    Points Possible\",,,,,10", "\"Lee, Ann\",71,,,,0", "'=Bob,,,,,1.5",
        "Dan,73,,,,10",
        "",
      ])
    #expect(
      course.results.file("moodle.csv")?.components(separatedBy: "\r\n") == [
        "\u{FEFF}Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade),Feedback comments",
        "Participant 71,\"Lee, Ann\",ann@example.org,0,10,-,\"6 of 10 points, 6 less for 1 late day.\"",
        ",'=Bob,,1.5,10,-,\"3 of 10 points, -1.5 (PublishSubject: no talk).\"",
        "Participant 73,Dan,,10,10,-,\"Nothing was handed in, +20 (helped).\"",
        "",
      ])
    let document = try #require(course.results.file("class.json"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any])
    let learners = try #require(json["learners"] as? [[String: Any]])
    #expect(json["schema"] as? String == "data-layer-workbook/class/v1")
    #expect(learners.map { $0["final"] as? Double } == [0, 1.5, 10])
    #expect(learners.map { $0["handedIn"] as? Bool } == [true, true, false])
    let missing = learners.map { $0["missing"] as? [String] }
    #expect(missing == [[], ["RelayHub"], ["PublishSubject", "RelayHub"]])
    #expect(learners[1]["verdicts"] as? [String: String] == ["PublishSubject": "FAIL"])
    let review = learners[1]["review"] as? [String: [[String: Any]]]
    #expect(review?.values.joined().compactMap { $0["text"] as? String } == ["// 3 of bob"])
    #expect(
      result.notes == ["“Dan”, line 4 of roster.csv, has handed in nothing: 0 points, +20 (helped)"]
    )
  }

  @Test
  func `count verdicts, misconceptions and points of the submissions`() throws {
    let result = try report()
    let help = try course.exercises.map { ($0.name, try Independent.package.help(of: $0)) }
    let statistics = ClassStatistics(result, help: Dictionary(uniqueKeysWithValues: help))
    #expect(statistics.checks.map(\.passed) == [2, 2, 2, 1, 1, 1, 0, 0, 0, 0])
    #expect(statistics.checks.map(\.learners) == [2, 2, 2, 2, 2, 1, 1, 1, 1, 1])
    let rows = statistics.checksTable().components(separatedBy: "\r\n")
    #expect(
      rows[0]
        == "\u{FEFF}check,exercise,name,points,learners,missing,PASS,TODO,FAIL,BUILD,STOPPED,CRASH,TIMEOUT,"
        + "LIMIT,BLOCKED,GRADER-ERROR")
    #expect(
      rows[4] == "1.4,PublishSubject,\"Nothing follows the terminal event, which late subscribers "
        + "receive\",1,2,0,1,0,1,0,0,0,0,0,0,0")
    // Bob's missing file does not count as a compile error.
    #expect(rows[6].hasSuffix(",1,1,1,1,0,0,0,0,0,0,0,0,0"))
    let misconceptions = statistics.misconceptions.map {
      "\($0.exercise) \($0.name) \($0.learners)"
    }
    #expect(
      misconceptions == [
        "PublishSubject \(course.exercises[0].misconceptions[0].name) 1",
        "RelayHub \(course.exercises[1].misconceptions[0].name) 1",
      ])
    #expect(statistics.exercises.map(\.median) == [4, 1])
    #expect(statistics.exercises.map(\.solved) == [1, 0])
    #expect(statistics.median == 0.75)
    #expect(result.summary[1].hasPrefix("3 learners, median 0.75 of 10 points, "))
    #expect(statistics.distribution == [1, 1] + Array(repeating: 0, count: 9))
  }

  @Test
  func `scale points to the course's column, also in a later run`() throws {
    for column in ["Week 4", nil] {
      try report(column: column, points: column == nil ? nil : 5)
      #expect(
        course.results.file("canvas.csv")?.components(separatedBy: "\r\n") == [
          "\u{FEFF}Student,ID,SIS User ID,SIS Login ID,Section,Week 4",
          "\"    Points Possible\",,,,,5", "\"Lee, Ann\",71,,,,0", "'=Bob,,,,,0.8",
          "Dan,73,,,,5", "",
        ])
      let moodle = try #require(course.results.file("moodle.csv"))
      #expect(
        moodle.contains("Dan,,5,5,-,\"Nothing was handed in, +20 (helped), which is 5 of 5.\""))
    }
  }

  @Test
  func `for a learner have the wording of the command check, the sum and the hashes`() throws {
    try course.handIn("bob/old.swift")
    try course.handIn("eve/essay.txt")
    try report(adjustments: Self.adjustments + "bob,,1,talk\nbob,,-1,\n")
    let markdown = try #require(course.results.file("feedback/bob.md"))
    let html = try #require(course.results.file("feedback/bob.html"))
    let late = try #require(course.results.file("feedback/ann.md"))
    #expect(
      late.contains(
        "| -6 | 1 late day: due 2026-06-03T00:00:00Z, handed in 2026-06-03T12:00:00Z |\n"))
    let hash = SHA256.hex("// 3 of bob")
    #expect(
      markdown.hasPrefix(
        """
        **=Bob**

        | points | |
        |--:|---|
        | 3 | checks |
        | -1.5 | PublishSubject: no talk |
        | +1 | talk |
        | -1 | adjustment |
        | 1.5 | final points |
        """))
    for text in [markdown, html] {
      #expect(text.contains("After “next 7”, expected nothing; actual: “ann 7”."))
      #expect(text.contains("What may have happened:"))
      #expect(text.contains(hash))
      #expect(text.contains("1970-01-01T00:00:00Z"))
      let places = ["not graded: ", "verdict"].map { text.range(of: $0)?.lowerBound }
      #expect(try #require(places[0]) < #require(places[1]))
    }
    let parts = ["# 1.5 of 10 points", "## PublishSubject", "| check |"]
      .map { markdown.range(of: $0)?.lowerBound }
    #expect(try #require(parts[0]) < #require(parts[1]))
    #expect(try #require(parts[1]) < #require(parts[2]))
    for text in [markdown, html] {
      #expect(text.components(separatedBy: "RelayHub").count == 2)
      #expect(text.contains("Not handed in, 0 of 5 points: RelayHub."))
    }
    #expect(html.contains("<h1><bdi>=Bob</bdi>: 1.5 of 10 points</h1>"))
    for name in ["feedback/eve.md", "feedback/eve.html"] {
      let empty = try #require(course.results.file(name))
      #expect(empty.contains("0 of 10 points") && empty.contains("essay.txt"))
      #expect(!empty.contains("Files") && !empty.contains("verdict") && !empty.contains("<table>"))
    }
    #expect(html.contains("<td>+1</td>"))
    #expect(late.contains("\n# 0 of 10 points\n"))
    let index = try #require(course.results.file("index.html"))
    #expect(index.contains("<h1>The class: 2 of 4 learners have handed in an exercise</h1>"))
    for page in [html, index] {
      #expect(page.contains("<li>PublishSubject, line 1, mmap: <code>// 3 of bob</code></li>"))
    }
    #expect(markdown.contains("Lines for a person to read:"))
    #expect(!html.contains("http"))
  }
}
