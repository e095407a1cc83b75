import Concurrency
import Foundation
import LayeredStorage
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

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
  private static let adjustments = "learner,points,reason\nbob,-1,no talk\ndan,2,helped\n"

  private func write(_ result: ClassResult) throws {
    try course.results.writeReports(
      result, course.results.snapshots(), package: Independent.package, threads: 1)
  }

  private func result(
    roster: String? = Self.roster, adjustments: String? = Self.adjustments
  ) throws -> ClassResult {
    let snapshots = try course.snapshots()
    let register = try ClassRegister(
      snapshots, roster: roster.map { try Roster(Data($0.utf8), file: "roster.csv") },
      adjustments: adjustments.map { try Adjustments(Data($0.utf8), file: "adjustments.csv") }
        ?? Adjustments(), rule: LateRule())
    let lines = Locked<[String: ClassResult.Line]>([:])
    let (exercises, results) = (course.exercises, course.results)
    try ClassGrading(snapshots, of: exercises, under: course.conditions(), in: results)
      .run(
        workers: 1, grade: SampleGrader.grade,
        report: { event throws(ResultFolder.Failure) in
          guard case .done(let snapshot, let result) = event,
            let line = register.line(of: snapshot.learner, result, exercises: exercises)
          else { return }
          try results.writeFeedback(
            line, snapshot, result, rule: LateRule(), date: Date(timeIntervalSince1970: 0))
          lines.withLock { $0[snapshot.learner.slug] = line }
        })
    return ClassResult(
      lines: register.lines(lines.withLock { $0 }, exercises: exercises), exercises: exercises,
      conditions: course.conditions(), rule: LateRule(), notes: register.notes,
      date: Date(timeIntervalSince1970: 0))
  }

  @Test
  func `have the same final points in the columns of each system`() throws {
    let result = try result()
    try write(result)
    #expect(
      course.results.file("gradebook.csv")?.components(separatedBy: "\r\n") == [
        "learner,name,PublishSubject,RelayHub,raw,late days,penalty,adjustment,final",
        "ann,\"Lee, Ann\",5,1,6,1,6,0,0", "bob,'=Bob,3,0,3,0,0,-1,2", "dan,Dan,0,0,0,0,0,2,2", "",
      ])
    #expect(
      course.results.file("canvas.csv")?.components(separatedBy: "\r\n") == [
        "Student,ID,SIS User ID,SIS Login ID,Section,Data layer workbook",
        "\"    Points Possible\",,,,,10", "\"Lee, Ann\",71,,,,0", "'=Bob,,,bob,,2", "Dan,73,,,,2",
        "",
      ])
    #expect(
      course.results.file("moodle.csv")?.components(separatedBy: "\r\n") == [
        "Identifier,Full name,Email address,Grade,Maximum Grade,Feedback comments",
        "Participant 71,\"Lee, Ann\",ann@example.org,0,10,\"6 of 10 points, 6 less for 1 late day.\"",
        ",'=Bob,,2,10,\"3 of 10 points, -1 (no talk).\"",
        "Participant 73,Dan,,2,10,Nothing was handed in.",
        "",
      ])
    let document = try #require(course.results.file("class.json"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any])
    let learners = try #require(json["learners"] as? [[String: Any]])
    #expect(json["schema"] as? String == "data-layer-workbook/class/v1")
    #expect(learners.map { $0["final"] as? Int } == [0, 2, 2])
    #expect(learners.map { $0["handedIn"] as? Bool } == [true, true, false])
    let review = learners[1]["review"] as? [String: [[String: Any]]]
    #expect(review?.values.joined().compactMap { $0["text"] as? String } == ["// 3 of bob"])
    #expect(result.notes == ["“Dan”, line 4 of roster.csv, has handed in nothing: 0 points"])
  }

  @Test
  func `count verdicts, misconceptions and points of those who have handed in`() throws {
    let statistics = ClassStatistics(try result())
    let passed = statistics.checks.map(\.passed)
    #expect(passed == [2, 2, 2, 1, 1, 1, 0, 0, 0, 0])
    #expect(statistics.checks.map(\.learners) == Array(repeating: 2, count: 10))
    let rows = statistics.checksTable().components(separatedBy: "\r\n")
    #expect(
      rows[0] == "check,exercise,name,points,learners,PASS,TODO,FAIL,BUILD,STOPPED,CRASH,TIMEOUT,"
        + "LIMIT,BLOCKED,GRADER-ERROR")
    #expect(
      rows[4] == "1.4,PublishSubject,\"Nothing follows the terminal event, which late subscribers "
        + "receive\",1,2,1,0,1,0,0,0,0,0,0,0")
    let misconceptions = statistics.misconceptions.map {
      "\($0.exercise) \($0.name) \($0.learners)"
    }
    #expect(
      misconceptions == [
        "RelayHub \(course.exercises[1].misconceptions[0].name) 2",
        "PublishSubject \(course.exercises[0].misconceptions[0].name) 1",
      ])
    #expect(statistics.exercises.map(\.median) == [4, 0.5])
    #expect(statistics.exercises.map(\.solved) == [1, 0])
    #expect(statistics.median == 1)
    #expect(statistics.distribution == [1, 0, 1] + Array(repeating: 0, count: 8))
  }

  @Test
  func `for a learner have the wording of check, the sum and the hashes`() throws {
    try course.handIn("bob/old.swift")
    _ = try result()
    let markdown = try #require(course.results.file("feedback/bob.md"))
    let html = try #require(course.results.file("feedback/bob.html"))
    let hash = SHA256.hex("// 3 of bob")
    #expect(
      markdown.hasPrefix(
        """
        **=Bob**

        | points | |
        |--:|---|
        | 3 | checks |
        | -1 | no talk |
        | 2 | final points |
        """))
    for text in [markdown, html] {
      #expect(text.contains("After “next 7”, expected nothing; actual: “ann 7”."))
      #expect(text.contains("What may have happened:"))
      #expect(text.contains(hash))
      #expect(text.contains("1970-01-01T00:00:00Z"))
      let places = ["is not graded", "verdict"].map { text.range(of: $0)?.lowerBound }
      #expect(try #require(places[0]) < #require(places[1]))
    }
    #expect(markdown.contains("# 3 of 10 points"))
    #expect(html.contains("<h1><bdi>=Bob</bdi>: 2 of 10 points</h1>"))
    #expect(!html.contains("http"))
  }

  @Test
  func `are those of before when the disk is full`() async throws {
    await #expect(processExitsWith: .success) {
      let test = try `The reports of a class`()
      try test.write(try test.result(adjustments: nil))
      let before = test.course.results.file("gradebook.csv")
      let result = try test.result()
      ResourceLimit.fileSize.set(16)
      let failure = #expect(throws: ResultFolder.Failure.self) {
        try test.write(result)
      }
      #expect(failure?.path.hasSuffix("results/gradebook.csv") == true)
      #expect(failure?.reason == .tooLarge)
      let after = test.course.results.file("gradebook.csv")
      #expect(after == before)
      #expect(before?.hasSuffix("dan,Dan,0,0,0,0,0,0,0\r\n") == true)
      let names = try FileManager.default.contentsOfDirectory(atPath: test.course.results.url.path)
      #expect(!names.contains { $0.hasPrefix(".") })
    }
  }

  @Test
  func `of a learner who has left are removed`() throws {
    try write(try result())
    try FileManager.default.removeItem(at: course.submissions.appending(path: "bob"))
    try write(try result(adjustments: nil))
    let names = course.results.names(in: "feedback")
    #expect(names == ["ann.html", "ann.md"])
  }
}

struct `The shards of a class`: ~Copyable {
  let course: CourseFolder

  init() throws {
    let course = try CourseFolder()
    for number in 1...5 { try course.handIn("learner\(number)/RelayHub.swift", "// \(number)") }
    self.course = course
  }

  /// Grades a shard into a folder of its own.
  private func part(_ text: String, seed: UInt64 = 7) throws -> ResultFolder {
    let shard = try #require(Shard(text))
    let name = "part-\(text.replacing("/", with: "-"))-\(seed)"
    let results = ResultFolder(course.folder.file(name))
    let all = try course.read()
    let learners = shard.part(of: all.learners)
    let conditions = course.conditions(seed: seed, shard: shard)
    let snapshots = try ClassGrading.read(
      learners, from: all, exercises: course.exercises, keepingIn: results)
    try results.writeConditions(conditions)
    try ClassGrading(snapshots, of: course.exercises, under: conditions, in: results)
      .run(workers: 1, grade: SampleGrader.grade, report: { _ in })
    return results
  }

  @Test
  func `are joined to what one run would have graded`() throws {
    let parts = try [part("1/2"), part("2/2")]
    let conditions = try course.results.merge(parts)
    let snapshots = try course.results.snapshots()
    #expect(conditions == course.conditions())
    #expect(snapshots.map(\.learner.name) == (1...5).map { "learner\($0)" })
    let grading = ClassGrading(
      snapshots, of: course.exercises, under: conditions, in: course.results)
    let isComplete = try grading.isComplete()
    #expect(isComplete)
  }

  @Test
  func `that do not fit together are refused`() throws {
    let parts = try [part("1/2"), part("2/2"), part("2/2", seed: 8)]
    let empty = ResultFolder(course.folder.file("empty"))
    let problems = [[parts[0]], [parts[0], parts[2]], [parts[0], parts[0]], [empty]].map { parts in
      do {
        _ = try course.results.merge(parts)
        return "none"
      } catch { return "\(error)".replacing(course.folder.url.path, with: "…") }
    }
    #expect(
      problems == [
        "--merge has no part 2 of 2: pass the folders of all shards of one division",
        "\"…/part-2-2-8\" was graded with seed 8 instead of 7: grade all parts with the same",
        "\"…/part-1-2-7\" is part 1 of 2, and …/part-1-2-7 too: pass each once",
        "\"…/empty\" is no result of `workbook class`: pass folders that it wrote",
      ])
  }

  @Test
  func `are written as a number and a count`() {
    let texts = ["3/8", "0/8", "9/8", "1/0", "8", "a/b", "1/2/3", ""]
    #expect(texts.map { Shard($0)?.number } == [3, nil, nil, nil, nil, nil, nil, nil])
    #expect(Shard("2/3")?.part(of: [0, 1, 2, 3, 4]) == [1, 4])
  }
}
