import Foundation
import Subcommands
import TestSupport
import Testing

@testable import Grading
@testable import WorkbookCommand

struct `The list of exercises` {
  private func row(
    _ exercise: Exercise, _ content: String, _ verdict: Verdict?, score: Int
  ) -> ExerciseStatus {
    var entry = LearnerProgress.Entry()
    entry.verdict = verdict
    entry.score = score
    entry.hasPassed = verdict == .pass
    return ExerciseStatus(
      of: exercise, entry, content: .success(.init(content.utf8)), stub: .init("stub".utf8))
  }

  @Test
  func `is a table that marks the next exercise and edits`() {
    let report = ListReport(
      rows: [
        row(.publishSubject, "stub", nil, score: 0), row(.observedName, "mine", .pass, score: 5),
      ],
      next: "PublishSubject")
    #expect(
      report.lines == [
        "Subjects",
        "   1  PublishSubject  0 of 5  TODO         Only what comes after you subscribe",
        "", "StorageChain",
        "  12  ObservedName    5 of 5  PASS*        A property over the chain",
        "", "5 of 10 points, next: PublishSubject", "* edited since it was checked",
      ])
  }

  @Test
  func `has no line over 80 columns for any titles and verdicts`() {
    let rows = Verdict.allCases.flatMap { verdict in
      Catalog.exercises.map { row($0, "edited", verdict, score: 0) }
    }
    #expect(ListReport(rows: rows, next: nil).lines.filter { $0.count > 80 } == [])
  }
}

struct `The doctor's report` {
  @Test
  func `is a line per subject, with the remedy below`() {
    let report = DoctorReport(diagnoses: [
      Diagnosis("toolchain", .good, "Swift version 6.3"),
      Diagnosis("isolation", .weak, "process group", remedy: "Use Linux."),
      Diagnosis("SQLite", .missing, "no library", remedy: "Install it."),
    ])
    #expect(
      report.lines == [
        "ok       toolchain  Swift version 6.3",
        "weak     isolation  process group", "                    Use Linux.",
        "problem  SQLite     no library", "                    Install it.",
      ])
    #expect(!report.isHealthy)
    #expect(DoctorReport(diagnoses: [Diagnosis("isolation", .weak, "process group")]).isHealthy)
    #expect(report.json.contains(#""condition" : "problem""#))
  }

  @Test
  func `names the limit of open files where it is too low for all cores`() {
    let diagnosis = Diagnosis.limit(ofOpenFiles: 1 << 40)
    #expect(!DoctorReport(diagnoses: [diagnosis]).isHealthy)
    #expect(diagnosis.detail.hasPrefix("for grading on all cores: the system allows "))
    #expect(diagnosis.detail.hasSuffix("are needed; raise the limit of open files (`ulimit -n`)"))
    let good = Diagnosis.limit(ofOpenFiles: 1)
    #expect(good.condition == .good)
    #expect(good.detail == "for grading on all cores: 1 open files are needed, and allowed")
  }

  @Test(arguments: [("Exercise.swift", "unreadable"), ("Hints.md", "TODO")])
  func `names an exercise's file that cannot be read`(name: String, inList: String) throws {
    let workshop = try Workshop()
    let file = workshop.hints.deletingLastPathComponent().appending(path: name)
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let report = workshop.run("doctor").output.split(whereSeparator: \.isWhitespace)
    #expect(
      report.joined(separator: " ").contains(
        "/\(name) cannot be read: Is a directory. A folder is at this path: choose "
          + "another path, or move the folder away. Then run `doctor` again."))
    #expect(workshop.run("list").output.contains("PublishSubject  0 of 5  \(inList)"))
  }
}

struct `The lock of a folder` {
  @Test
  func `below a link that leads nowhere is refused with the link`() throws {
    let temporary = try TemporaryFolder()
    let link = temporary.file("link")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "no/where")
    let error = #expect(throws: FileError.self) {
      _ = try Files.lock(link.appending(path: "data"))
    }
    #expect(error?.path == link.path)
    #expect(
      error?.description
        == "\(link.path) cannot be written: No such file or directory. Its folder, or the target of a "
        + "link, is missing: create it, or choose another.")
  }
}

struct `A file behind links that form a circle` {
  @Test
  func `is refused with a remedy`() throws {
    let temporary = try TemporaryFolder()
    let link = temporary.file("circle")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "circle")
    let error = #expect(throws: FileError.self) { try Files.read(link) }
    #expect(error?.description.contains("circle cannot be read: Too many ") == true)
    #expect(error?.description.hasSuffix(". A link here leads back to itself: remove it.") == true)
  }
}

struct `The report of a verification` {
  private func finding(_ subject: Finding.Subject, _ name: String, _ problem: String) -> Finding {
    Finding("PublishSubject", subject, name: name, problem: problem)
  }

  @Test
  func `is a line per exercise, with the problems below`() {
    let good = [finding(.stub, "", ""), finding(.wrong, "one", ""), finding(.wrong, "two", "")]
    let lines = VerifyCommand.lines(good)
    let bad = VerifyCommand.lines([finding(.wrong, "sends-nothing", "It passes.")])
    #expect(lines == ["ok       PublishSubject: 1 stub, 2 wrong variants"])
    #expect(
      bad == [
        "problem  PublishSubject: 1 wrong variant",
        "         - wrong variant sends-nothing: It passes.",
      ])
  }

  @Test
  func `ends with the sums and the survivors by name`() {
    var survivor = finding(.wrong, "sends-nothing", "It keeps all points.")
    survivor.passes = true
    let result = VerificationResult(
      findings: [finding(.solution, "", ""), finding(.wrong, "one", ""), survivor],
      seedCount: 20, isolation: .namespaces, seconds: 61.7)
    #expect(
      VerifyCommand.summary(result) == [
        "", "2 of 3 are as expected, 1 of 2 wrong variants fail",
        "wrong variants that pass:", "  PublishSubject: sends-nothing",
        "seeds 1 to 20, isolation: namespaces, 62 s",
      ])
    #expect(VerifyCommand.json(result).contains(#""PublishSubject: sends-nothing""#))
  }
}

struct `The hints of a task` {
  @Test
  func `are shown one after the other, then all together`() throws {
    let page = """
      # PublishSubject: Hints

      1. Look at the
         [beginning](../../../../Docs/Subjects.md#publish-subject)
      2. See [the end](../../../../Docs/Subjects.md#after-the-end)
      3. Almost `there`: [this](../../../../Docs/Subjects.md#relays)

      """
    let hints = try Hint.all(in: page)
    let calls = (0...4).map { HintCommand.lines(hints, of: "PublishSubject", shown: $0) }
    let all = [
      "PublishSubject: these are all the hints there are.", "",
      "1. Look at the beginning (Docs/Subjects.md#publish-subject)",
      "2. See the end (Docs/Subjects.md#after-the-end)",
      "3. Almost `there`: this (Docs/Subjects.md#relays)",
    ]
    #expect(
      calls == [
        [
          "PublishSubject: hint 1 of 3", "",
          "Look at the beginning (Docs/Subjects.md#publish-subject)", "", "There are 2 more.",
        ],
        [
          "PublishSubject: hint 2 of 3", "", "See the end (Docs/Subjects.md#after-the-end)", "",
          "There is one more.",
        ],
        ["PublishSubject: hint 3 of 3", "", "Almost `there`: this (Docs/Subjects.md#relays)"],
        all, all,
      ])
  }
}
