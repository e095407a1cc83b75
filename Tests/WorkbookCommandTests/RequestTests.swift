import Foundation
import Grading
import Terminal
import Testing

@testable import WorkbookCommand

struct `A workbook command line` {
  private func parse(_ arguments: String...) throws(UsageError) -> Request {
    try Request.parse(arguments, exercises: ["PublishSubject", "ReplayBuffer"])
  }

  @Test
  func `may be empty`() throws {
    let empty = try parse()
    let json = try parse("--json", "--package-path", "/there")
    #expect(empty == Request())
    #expect(json == Request(wantsJSON: true, packagePath: "/there"))
  }

  @Test
  func `accepts names in any case, each once, and options anywhere`() throws {
    let check = try parse("--seed=7", "check", "publishsubject", "--json", "PublishSubject")
    let two = try parse("watch", "ReplayBuffer", "--", "PublishSubject")
    let solution = try parse("solution", "--give-up", "ReplayBuffer")
    #expect(
      check
        == Request(subcommand: .check, names: ["PublishSubject"], wantsJSON: true, seed: 7))
    #expect(two == Request(subcommand: .watch, names: ["ReplayBuffer", "PublishSubject"]))
    #expect(solution == Request(subcommand: .solution, names: ["ReplayBuffer"], givesUp: true))
  }

  @Test(arguments: [
    ("2", "/", "ReplayBuffer"),
    ("Chapters/Subjects/Exercises/PublishSubject/Exercise.swift", "/", "PublishSubject"),
    ("./Chapters/Subjects/Exercises/ReplayBuffer/", "/", "ReplayBuffer"),
    ("/there/Exercises/publishsubject", "/", "PublishSubject"),
    ("ReplayBuffer.swift", "/", "ReplayBuffer"),
    ("Exercise.swift", "/there/Exercises/PublishSubject/", "PublishSubject"),
    (".", "/there/Exercises/PublishSubject/", "PublishSubject"),
    ("../ReplayBuffer", "/there/Exercises/PublishSubject/", "ReplayBuffer"),
  ])
  func `accepts the number and the path of an exercise`(
    word: String, directory: String, name: String
  ) throws {
    let request = try Request.parse(
      ["check", word], exercises: ["SecondObserver", "PublishSubject", "ReplayBuffer"],
      numbered: ["PublishSubject", "ReplayBuffer"], in: URL(filePath: directory))
    #expect(request.names == [name])
  }

  @Test(arguments: ["3", "0", "-1", "Docs/Exercises.md", "."])
  func `accepts no other number or path`(word: String) {
    #expect(throws: UsageError.self) {
      try Request.parse(
        ["check", word], exercises: ["PublishSubject", "ReplayBuffer"],
        in: URL(filePath: "/there/ReplayBuffer/"))
    }
  }

  @Test
  func `accepts a folder and reports to grade`() throws {
    let grade = try parse(
      "grade", "handed in/ann", "--report", "junit=a=b.xml", "--report=text=-",
      "--visibility", "after_due_date", "--seed", "4294967295", "--isolation", "process-group")
    let expected = Request(
      subcommand: .grade, names: ["handed in/ann"], seed: .max, isolation: .processGroup,
      reports: [
        Request.Report(format: .junit, path: "a=b.xml"), Request.Report(format: .text, path: nil),
      ], visibility: .afterDueDate)
    #expect(grade == expected)
  }

  @Test
  func `with --help needs nothing else`() throws {
    let whole = try parse("-h")
    let part = try parse("reset", "--help")
    let word = try parse("help", "reset")
    #expect(whole == Request(wantsHelp: true))
    #expect(word == part)
    #expect(part == Request(subcommand: .reset, wantsHelp: true))
  }

  @Test(arguments: [
    (["chek"], #"there is no command "chek"; the nearest is check, and --help shows all"#),
    (
      ["PublishSubject"],
      "PublishSubject is an exercise: swift run workbook check PublishSubject"
    ),
    (
      ["check", "PublishSubjct"],
      #"there is no exercise "PublishSubjct"; the nearest is PublishSubject, and list shows all"#
    ),
    (
      ["hint", "a\u{1B}[31m"],
      #"there is no exercise "a\u{1B}[31m"; list shows all"#
    ),
    (
      ["watch", "subjects"],
      "Subjects is a chapter; name a rung or an exercise of it: SecondObserver, WhichSubject, "
        + "PublishSubject, ReplayBuffer, Feed, RelayHub, Broadcast"
    ),
    (
      ["check", "--jsn"],
      #"there is no option "--jsn"; the nearest is --json, and check --help shows all"#
    ),
    (
      ["watch", "--json"],
      #"there is no option "--json"; watch --help shows all"#
    ),
    (
      ["--seed", "7"], #"there is no option "--seed"; --help shows all"#
    ),
    (
      ["list", "--json=1"],
      #"there is no option "--json=1"; the nearest is --json, and list --help shows all"#
    ),
    (["check", "--seed"], "--seed needs a value: --seed N"),
    (["check", "--seed="], "--seed needs a value: --seed N"),
    (["check", "--seed", "--json"], "--seed needs a value: --seed N"),
    (["check", "--seed", "-1"], #"--seed takes a whole number from 0 to 4294967295, not "-1""#),
    (["check", "--seed=1", "--seed=2"], "--seed was given twice; pass it once"),
    (["reset"], "reset needs a name: swift run workbook reset EXERCISE [option ...]"),
    (
      ["undo", "PublishSubject", "ReplayBuffer"],
      "undo takes one name, not 2: swift run workbook undo EXERCISE [option ...]"
    ),
    (
      ["list", "PublishSubject"], "list takes no name: swift run workbook list [option ...]"
    ),
    (
      ["hint", "A", "B"],
      "hint takes one name, not 2: swift run workbook hint [EXERCISE] [option ...]"
    ),
    (["--help", "--nonsense"], #"there is no option "--nonsense"; --help shows all"#),
    (["watch", "--help", "--json"], #"there is no option "--json"; watch --help shows all"#),
    (["check", "--help", "A"], #"there is no exercise "A"; list shows all"#),
    (["grade"], "grade needs a folder: swift run workbook grade FOLDER [option ...]"),
    (
      ["grade", "a", "--report", "xml=a"],
      #"there is no report "xml"; grade --help shows all"#
    ),
    (["grade", "a", "--report", "json"], "--report needs a file: --report json=FILE"),
    (
      ["grade", "a", "--visibility=shown"],
      #"there is no visibility "shown"; grade --help shows all"#
    ),
    (
      ["grade", "a", "--isolation=none"],
      #"there is no isolation "none"; grade --help shows all"#
    ),
    (
      ["grade", "a", "--json", "--report", "text=-"],
      "--json and a report with FILE - would both be printed; choose one"
    ),
    (
      ["grade", "a", "--report", "text=a", "--report", "json=a"],
      #"two reports go to "a"; give each its own"#
    ),
  ])
  func `that is invalid is reported in one line`(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) {
      try Request.parse(arguments, exercises: ["PublishSubject", "ReplayBuffer"])
    }
    #expect(error?.description == message)
  }
}

struct `The help` {
  @Test
  func `is at most 80 columns wide and names every command and option`() {
    let all = ([nil] + Subcommand.allCases).map { Help.lines(for: $0) }
    let tooLong = all.flatMap(\.self).filter { $0.count > 80 }
    let overview = all[0].joined(separator: "\n")
    let unnamed = Subcommand.allCases.filter { !overview.contains("\n  \($0.rawValue) ") }
    #expect(tooLong == [])
    #expect(unnamed == [])
    for subcommand in Subcommand.allCases {
      let text = Help.lines(for: subcommand).joined(separator: "\n")
      let missing = (subcommand.options + Option.everywhere).filter { !text.contains($0.rawValue) }
      #expect(missing == [])
      #expect(text.hasPrefix("usage: swift run workbook \(subcommand.rawValue) "))
    }
  }
}
