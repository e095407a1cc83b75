import Foundation
import Processes
import Terminal
import TestSupport
import Testing

@testable import Grading

struct `A prediction` {
  @Test(arguments: [
    ("# a comment\n\n one  two \nthree\n", nil),
    ("onetwo\nth ree", nil),
    ("", "There is no line yet."),
    (
      "# a comment\n\nOne two",
      "Line 1 (Prediction.txt:3) is “One two”, and the page prints it with different capitalization."
    ),
    ("one two", "Line 1 is right. The page prints more: which line is next?"),
    (
      "one two\nfour",
      "Line 1 is right. Line 2 is “four”, which the page prints nowhere after that."
    ),
    ("three\none two", "Line 1 is “three”, which the page prints later."),
    ("four\none two", "Line 1 is “four”, which the page does not print."),
    (
      "one two\nthree\nfour\nfive",
      "Lines 1 to 2 are right. Line 3 is “four”, and the page prints only 2 lines."
    ),
    (
      "one two\n\u{1B}[2Jfour",
      "Line 1 is right. Line 2 is “four”, which the page prints nowhere after that."
    ),
  ])
  func `is compared line by line, up to the first that differs`(text: String, difference: String?) {
    #expect(PredictedLines(text).difference(from: ["one two", "three"]) == difference)
  }

  @Test(arguments: ComparedLines.cases)
  func `accepts the same lines as --predict and the site`(
    printed: String, written: String, isEqual: Bool
  ) {
    #expect((PredictedLines(written).difference(from: [printed]) == nil) == isEqual)
  }

  @Test
  func `is graded by the output of the page`() throws {
    let submission = try SubmittedFolder()
    let exercise = Exercise.secondObserver
    let right = """
      observer1: next(1)
      observer1: next(2)
      observer1: next(3)
      observer2: next(2)
      observer2: next(3)
      observer1: next(4)
      observer2: next(4)
      observer1: completed
      observer2: completed
      """
    let files = [
      PackageFolder.tested.stub(exercise), submission.place("Missing.txt"),
      try submission.file("\n", as: "Empty.txt"),
      try submission.file(right, as: "Right.txt"),
      try submission.file("\u{FEFF}" + right, as: "Marked.txt"),
      try submission.file("observer1: next(1)\nobserver2: next(2)", as: "Wrong.txt"),
    ]
    let results = submission.grade(files, as: exercise).exercises
    #expect(results.map(\.verdict) == [.todo, .fail, .fail, .pass, .pass, .fail])
    #expect(
      results[1...2].map { $0.checks.map(\.explanation) } == [
        ["The file is missing."], ["The file is empty."],
      ])
    #expect(
      results.last?.checks.map(\.explanation) == [
        "Line 1 is right. Line 2 is “observer2: next(2)”, which the page prints later."
      ])
    #expect(results.allSatisfy { $0.maximum == 0 })
  }

  /// The learner sorts the lines of the stub, so they have to be the page's current output.
  @Test
  func `of an order begins with the page's own lines`() throws {
    let rung = Exercise.renameOrder
    let stub = PredictedLines(
      try String(contentsOf: PackageFolder.tested.stub(rung), encoding: .utf8)
    ).lines
    let printed = try Self.context().lines(of: "rename", for: rung)
    #expect(stub == stub.sorted())
    #expect(stub == printed.sorted())
  }

  @Test
  func `names the page that cannot be run`() throws {
    let context = try Self.context()
    #expect {
      try context.lines(of: "no-such-page", for: .secondObserver)
    } throws: { error in
      "\(error)".hasPrefix("`swift run Chapter-Subjects no-such-page` does not print the page: ")
        && "\(error)".contains("no-such-page")
    }
  }

  @Test
  func `builds the program once for each change of the chapter's sources`() throws {
    let submission = try SubmittedFolder()
    let build = submission.place(".build")
    for folder in [".build", "Chapters/Subjects/Pages", "Chapters/Subjects/Rungs", "Sources"] {
      try FileManager.default.createDirectory(
        at: submission.place(folder), withIntermediateDirectories: true)
    }
    let page = try submission.file("", as: "Chapters/Subjects/Pages/Page.swift")
    let rung = try submission.file("", as: "Chapters/Subjects/Rungs/Exercise.swift")
    let log = submission.place("log")
    // SwiftPM does not touch a program if only the date of a source has changed.
    let builder = try BuiltProgram(
      script: """
        #!/bin/sh
        echo built >> '\(log.path)'
        touch -t 200101010000 '\(build.path)/Chapter-Subjects'

        """, at: submission.place("builder"))
    let workspace = Workspace()
    defer { workspace.remove() }
    var program = PackageProgram(
      name: "Chapter-Subjects", sources: ["Chapters/Subjects", "Sources"],
      package: PackageFolder(submission.folder), buildFolder: BuildFolder(url: build),
      runner: ChildRunner(in: workspace))
    (program.swift, program.buildsAgain) = (builder.executable.path, true)
    let edit = { (file: URL, seconds: Double) in
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: file.path)
    }
    var builds: [Int] = []
    var announcements = 0
    func check() throws {
      try program.build { announcements += 1 }
      let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
      builds.append(lines.count)
    }
    try edit(page, -60)
    try check()
    try check()
    try edit(rung, 60)
    try check()
    try edit(page, 60)
    try check()
    try FileManager.default.removeItem(at: program.url)
    program.swift = "false"
    let failure = #expect(throws: GradingError.self) { try program.build() }
    #expect(builds == [1, 1, 1, 2])
    #expect(announcements == 2)
    #expect(
      failure?.description
        == "`swift build --product Chapter-Subjects` fails, and that program is needed: exited(1).")
  }

  private static func context() throws -> GradingContext {
    try GradingContext(
      package: .tested, options: .init(), runner: ChildRunner())
  }
}
