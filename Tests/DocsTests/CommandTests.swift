import Foundation
import Grading
import Markdown
import Subcommands
import TestSupport
import Testing

@testable import WorkbookCommand

@Suite(.blocking)
struct `A document about exercises` {
  static let documents = Documents.all.filter { document in
    Place.all("console").contains { $0.document.path == document.path && $0.isAboutTheCommand }
  }

  @Test(arguments: documents)
  func `shows a session exactly as the command prints it`(document: Document) throws {
    let session = try Session()
    var runCount = 0
    for place in Place.all("") where place.document.path == document.path {
      if place.isAnAttempt {
        try session.take(place.fence.lines)
      } else if place.isAboutTheCommand {
        for run in try Run.all(in: place.fence.lines) {
          runCount += 1
          let printed = try session.printed(by: run.arguments)
          #expect(
            printed == run.output.withoutCircumstances,
            "the program's output is on the left, the document's on the right")
        }
      }
    }
    #expect(runCount > 0)
  }

  @Test(.enabled(if: Python.isThere))
  func `has a script that grades the folder that it runs in`() throws {
    let script = try #require(Place.all("python").first).fence.lines.joined(separator: "\n")
    let session = try Session()
    let report = try session.report(by: script)
    #expect(report.contains(#""schema" : "classroom50/result/v1""#))
    #expect(report.contains(#""assignment" : "subjects""#))
    #expect(report.contains(#""score" : 0"#))
  }
}

/// A copy of the workbook with all exercises unsolved, and the command that works on it.
struct Session: ~Copyable {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws {
    let temporary = try TemporaryFolder("docs-tests")
    let folder = temporary.url
    let folders = Catalog.all.map(\.folder)
    try Documents.root.copy(
      ["Package.swift", "Sources/Exercises", "Sources/CSQLite"] + folders, to: folder)
    // The exercises of this clone may be solved.
    let copy = PackageFolder(folder)
    for exercise in Catalog.all {
      try Data(contentsOf: copy.stub(exercise)).write(to: copy.exercise(exercise))
    }
    self.temporary = temporary
  }

  /// Writes a document's code to the file of the exercise whose type it declares.
  func take(_ lines: [String]) throws {
    let name = lines.compactMap { $0.firstMatch(of: /(?:class|struct) (\w+)/)?.output.1 }.first
    let exercise = try #require(
      Catalog.exercise(named: name.map(String.init) ?? ""), "no exercise has this type")
    try folder.appending(path: exercise.folder + "/Exercise.swift")
      .write(lines.joined(separator: "\n") + "\n")
  }

  /// The output of a command, then its errors. The command runs in the copy, because `pack` writes
  /// to the current directory.
  func printed(by arguments: [String]) throws -> String {
    let program = BuiltProgram("workbook").executable.path
    let ending = try BuiltProgram(at: URL(filePath: "/bin/sh")).run(
      ["-c", "cd \"$0\" && exec \"$@\"", folder.path, program] + arguments
        + ["--package-path", folder.path],
      environment: ["WORKBOOK_TEACHING": BuiltProgram("workbook-teaching").executable.path])
    return (ending.output + ending.errors).withoutCircumstances
  }

  /// Throws if the command would reject these arguments.
  static func read(_ arguments: [String]) throws {
    _ = try ParsedCommand(arguments, of: .workbook, exercises: NamedExercises(all: Catalog.all))
  }

  /// Runs a Python script in a learner's checkout and returns the `result.json` that it writes.
  ///
  /// `swift run` blocks within `swift test`, so a shell script replaces `swift` and starts the
  /// built program.
  func report(by script: String) throws -> String {
    let checkout = folder.appending(path: "checkout")
    let programs = folder.appending(path: "programs")
    for place in [checkout, programs] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    let autograder = folder.appending(path: "autograder.py")
    try autograder.write(script)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "workbook"), withDestinationURL: folder)
    let built = BuiltProgram("workbook").executable.path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    _ = try BuiltProgram(
      script: "#!/bin/sh\nshift 4\nexec '\(built)' \"$@\"\n",
      at: programs.appending(path: "swift"))
    let ending = try BuiltProgram(at: URL(filePath: "/bin/sh")).run(
      ["-c", "cd \"$0\" && exec python3 \"$1\"", checkout.path, autograder.path],
      environment: ["PATH": "\(programs.path):\(path)", "ASSIGNMENT": "subjects"])
    #expect(ending.errors == "")
    return try String(contentsOf: checkout.appending(path: "result.json"), encoding: .utf8)
  }
}

private enum Python {
  static let isThere = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
    .contains { FileManager.default.isExecutableFile(atPath: $0) }
}

extension Place {
  /// Whether the block shows the command `workbook` instead of a chapter.
  var isAboutTheCommand: Bool {
    fence.info == "console" && fence.lines.contains { $0.hasPrefix("$ swift run workbook") }
  }

  /// Whether the block is a learner's attempt at an exercise.
  fileprivate var isAnAttempt: Bool {
    fence.info == "swift compiles" && fence.lines.contains("import Exercising")
  }
}

extension String {
  /// The text without the isolation level and the duration, which depend on the machine.
  fileprivate var withoutCircumstances: String {
    replacing(/isolation: .*, [\d.]+ s/, with: "isolation and time")
  }
}
