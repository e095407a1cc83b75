import Concurrency
import Foundation
import Grading
import Processes
import Terminal
import TestSupport
import Testing

@testable import Subcommands
@testable import TeachingCommand
@testable import WorkbookCommand

/// A small workbook of one exercise and some rungs, in a temporary folder.
struct Workshop: ~Copyable {
  let folder: TemporaryFolder
  let exercise: Exercise
  private let rungs: [Exercise]
  let interruption: Interruption

  // The named rungs and exercises precede PublishSubject.
  init(rungs names: String..., gradedByTeacher: Bool = false) throws {
    var exercise = try #require(Catalog.exercise(named: "PublishSubject"))
    if gradedByTeacher {
      exercise = Exercise(exercise.name, gradedByTeacherIn: exercise.chapter, title: exercise.title)
    }
    let rungs = Catalog.all.filter { names.contains($0.name) }
    let folder = try TemporaryFolder()
    for exercise in rungs + [exercise] { try Self.furnish(folder.url, with: exercise) }
    self.folder = folder
    self.exercise = exercise
    self.rungs = rungs
    interruption = Interruption()
  }

  /// A text that gets the verdict BUILD without a compiler.
  static let refused = "let seven = unsafeBitCast(7, to: UInt.self)"

  private static func furnish(_ folder: URL, with exercise: Exercise) throws {
    let package = PackageFolder(folder)
    try URL.testedPackage.copy(
      ["Package.swift", exercise.folder, exercise.authorsFolder, "Sources/CSQLite"], to: folder)
    // The exercise of this clone may be solved.
    try Data(contentsOf: package.stub(exercise)).write(to: package.exercise(exercise))
  }

  var file: URL { folder.url.appending(path: exercise.folder + "/Exercise.swift") }
  var stub: URL { PackageFolder(folder.url).stub(exercise) }
  var hints: URL { PackageFolder(folder.url).hints(exercise) }
  var solution: URL { PackageFolder(folder.url).solution(exercise) }
  var state: URL { folder.url.appending(path: ".workbook") }

  /// The output and the exit status of a command line.
  struct Printed: Sendable {
    var output = ""
    var complaints = ""
    var status = ExitStatus.success
  }

  func run(_ arguments: String...) -> Printed { run(arguments) }

  /// Runs a command line in this process, with 4711 as the random seed.
  ///
  /// `input` has the lines of standard input, and `terminalRows` is nil without a terminal.
  /// `settle` is called where a watch waits for a file to become stable, and `wrote` after each
  /// output.
  func run(
    _ arguments: [String], input: [String] = [], terminalRows: Int? = nil,
    showProgress: @escaping @Sendable (String?) -> Void = { _ in },
    settle: @escaping @Sendable () -> Void = {},
    wrote: @escaping @Sendable (String) -> Void = { _ in }
  ) -> Printed {
    let printed = Locked(Printed())
    let lines = Locked(input[...])
    let console = Console(
      write: { text in
        printed.withLock { $0.output += text }
        wrote(text)
      },
      complain: { line in printed.withLock { $0.complaints += line + "\n" } },
      ask: nil, isStyled: terminalRows != nil)
    let environment = CommandEnvironment(
      directory: folder.url, variables: [:], now: { Date(timeIntervalSince1970: 0) },
      freshSeed: { 4711 }, interruption: interruption, showProgress: showProgress,
      terminalRows: { terminalRows }, settle: settle,
      readLine: { lines.withLock { $0.popFirst() } },
      teach: Commands.teach)
    let status = Commands.workbook.run(
      arguments, on: console, in: environment, exercises: rungs + [exercise])
    return printed.withLock {
      $0.status = status
      return $0
    }
  }

  /// Writes the reference solution to the learner's file.
  func solve() throws { try file.write(try #require(solution.text)) }

  /// A program that is a text.
  func program(_ text: String) throws -> URL {
    try BuiltProgram(script: text, at: folder.file("program")).executable
  }
}
