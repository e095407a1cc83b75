import Foundation
import Grading
import Subcommands
import Terminal
import Testing

@testable import WorkbookCommand

struct `A workbook command line` {
  private static let exercises = NamedExercises(
    all: Catalog.all.filter {
      ["SecondObserver", "PublishSubject", "ReplayBuffer"].contains($0.name)
    })

  private func parse(_ arguments: String...) throws(UsageError) -> ParsedCommand {
    try ParsedCommand(arguments, of: .workbook, exercises: Self.exercises)
  }

  private func names(_ command: ParsedCommand) -> [String] {
    command.subcommand.words.exercises.map(\.name)
  }

  @Test
  func `may be empty`() throws {
    let empty = try parse()
    let json = try parse("--json", "--package-path", "/there")
    #expect(empty.subcommand is StatusCommand)
    #expect(!empty.wantsHelp)
    #expect((json.subcommand as? StatusCommand)?.json.isGiven == true)
    #expect(json.packagePath.value == "/there")
  }

  @Test
  func `accepts names in any case, each once, and options anywhere`() throws {
    let command = try parse("--seed=7", "check", "publishsubject", "--json", "PublishSubject")
    let check = try #require(command.subcommand as? CheckCommand)
    let two = try parse("watch", "ReplayBuffer", "--", "PublishSubject")
    let solution = try parse("solution", "--give-up", "ReplayBuffer")
    #expect(names(command) == ["PublishSubject"])
    #expect(check.json.isGiven)
    #expect(check.seed.value == 7)
    #expect(two.subcommand is WatchCommand)
    #expect(names(two) == ["PublishSubject", "ReplayBuffer"])
    #expect((solution.subcommand as? SolutionCommand)?.giveUp.isGiven == true)
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
    var exercises = Self.exercises
    exercises.directory = URL(filePath: directory)
    #expect(
      names(try ParsedCommand(["check", word], of: .workbook, exercises: exercises)) == [name])
  }

  @Test(arguments: ["3", "0", "-1", "Docs/Exercises.md", "."])
  func `accepts no other number or path`(word: String) {
    var exercises = Self.exercises
    exercises.directory = URL(filePath: "/there/ReplayBuffer/")
    #expect(throws: UsageError.self) {
      try ParsedCommand(["check", word], of: .workbook, exercises: exercises)
    }
  }

  @Test
  func `accepts a folder and reports to grade`() throws {
    let command = try parse(
      "grade", "handed in/ann", "--report", "junit=a=b.xml", "--report=text=-",
      "--visibility", "after_due_date", "--seed", "4294967295", "--isolation", "process-group")
    let grade = try #require(command.subcommand as? GradeCommand)
    #expect(grade.words.folders == ["handed in/ann"])
    #expect(grade.seed.value == .max)
    #expect(grade.isolation.value == .processGroup)
    #expect(grade.visibility.value == .afterDueDate)
    #expect(grade.report.values.map(\.format) == [.junit, .text])
    #expect(grade.report.values.map(\.path) == ["a=b.xml", nil])
  }

  @Test(arguments: [
    ["reset", "--help"], ["help", "reset"], ["class", "--help"],
    ["grade", "a", "--json", "--report", "text=-", "--help"],
  ])
  func `with --help needs nothing else`(arguments: [String]) throws {
    let command = try ParsedCommand(arguments, of: .workbook, exercises: Self.exercises)
    #expect(command.wantsHelp)
    #expect(!(command.subcommand is StatusCommand))
  }

  /// Arguments and the message about them.
  private static let invalid = """
    book --check --to site => --check writes nothing; leave out --check or --to
    pack --to - => --to takes the name of a file, not "-"
    help chek --verbse => there is no command "chek"; the nearest is check, and --help shows all
    --packge-path /tmp list => there is no option "--packge-path"; the nearest is --package-path, \
    and COMMAND --help shows all
    bok --to - => there is no command "bok"; the nearest is book, and --help shows all
    book --to => --to needs a value: --to FOLDER
    PublishSubject => PublishSubject is an exercise: swift run workbook check PublishSubject
    check PublishSubjct => there is no exercise "PublishSubjct"; the nearest is PublishSubject, \
    and list shows all
    hint a\u{1B}[31m => there is no exercise "a\\u{1B}[31m"; list shows all
    watch subjects => Subjects is a chapter; name a rung or an exercise of it: SecondObserver, \
    WhichSubject, PublishSubject, ReplayBuffer, Feed, RelayHub, Broadcast
    check --jsn => there is no option "--jsn"; the nearest is --json, and check --help shows all
    watch --json => there is no option "--json"; watch --help shows all
    --seed 7 => there is no option "--seed"; --help shows all
    list --json=1 => there is no option "--json=1"; the nearest is --json, and list --help shows all
    --jsn => there is no option "--jsn"; the nearest is --json, and --help shows all
    list --seed=x => there is no option "--seed"; list --help shows all
    class => class needs a folder: swift run workbook class FOLDER --to FOLDER [option ...]
    check --seed => --seed needs a value: --seed N
    check --seed -1 => --seed takes a whole number from 0 to 4294967295, not "-1"
    reset => reset needs a name: swift run workbook reset EXERCISE [option ...]
    undo PublishSubject ReplayBuffer => undo takes one name, not 2: swift run workbook undo \
    EXERCISE [option ...]
    list PublishSubject => list takes no name: swift run workbook list [option ...]
    hint A B => hint takes one name, not 2: swift run workbook hint [EXERCISE] [option ...]
    --help --nonsense => there is no option "--nonsense"; --help shows all
    watch --help --json => there is no option "--json"; watch --help shows all
    check --help A => there is no exercise "A"; list shows all
    grade => grade needs a folder: swift run workbook grade FOLDER [option ...]
    grade a --report xml=a => there is no report "xml"; grade --help shows all
    grade a --report json => --report needs a file: --report json=FILE
    grade a --visibility=shown => there is no visibility "shown"; grade --help shows all
    grade a --isolation=none => there is no isolation "none"; grade --help shows all
    grade a --json --report text=- => --json and a report with FILE - would both be printed; \
    choose one
    grade a --report text=a --report json=a => two reports go to "a"; give each its own
    """.split(separator: "\n").map { $0.components(separatedBy: " => ") }

  @Test(arguments: invalid)
  func `that is invalid is reported in one line`(row: [String]) {
    let arguments = row[0].components(separatedBy: " ")
    let error = #expect(throws: UsageError.self) {
      try ParsedCommand(arguments, of: .workbook, exercises: Self.exercises)
    }
    #expect(error?.description == row[1])
  }
}

struct `The help` {
  @Test
  func `is at most 80 columns wide and names every command and option`() throws {
    let exercises = NamedExercises(all: [])
    let names = Commands.workbook.named.map { $0.name }
    let overview = try ParsedCommand(["--help"], of: .workbook, exercises: exercises).help
    #expect(names.filter { name in !overview.contains { $0.hasPrefix("  \(name) ") } } == [])
    for arguments in [["--help"]] + names.map({ [$0, "--help"] }) {
      let command = try ParsedCommand(arguments, of: .workbook, exercises: exercises)
      let options = command.subcommand.options.map { $0.name }
      let missing = options.filter { name in !command.help.contains { $0.hasPrefix("  \(name)") } }
      let tooLong = command.help.filter { $0.count > 80 }
      #expect(arguments == ["--help"] || missing == [])
      #expect(tooLong == [])
    }
  }
}
