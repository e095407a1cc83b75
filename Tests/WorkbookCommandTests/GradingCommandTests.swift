import Foundation
import Grading
import Processes
import Terminal
import TestSupport
import Testing

@testable import WorkbookCommand

@Suite(.blocking)
struct `Checking and grading`: ~Copyable {
  let workshop: Workshop
  init() throws { workshop = try Workshop() }

  @Test
  func `reports untouched exercises`() {
    let printed = workshop.run("check")
    let lines = printed.output.split(separator: "\n")
    #expect(lines.first == "PublishSubject: TODO, 0 of 5 points (the file is as it was handed out)")
    #expect(
      lines.suffix(3) == [
        "The task: \(workshop.exercise.folder)/Task.md",
        "Your file: \(workshop.exercise.folder)/Exercise.swift",
        "A hint: swift run workbook hint PublishSubject",
      ])
    #expect(printed.status == .failure)
    #expect(!workshop.state.names.contains("attempts"))
  }

  @Test
  func `compiles an exercise that the teacher grades, and says so`() throws {
    let workshop = try Workshop(gradedByTeacher: true)
    try workshop.file.write(Workshop.refused)
    let refused = workshop.run("check")
    try workshop.solve()
    let compiled = workshop.run("check")
    let solution = workshop.run("solution", "PublishSubject", "--give-up")
    let played = workshop.run("play", "PublishSubject")
    let packed = workshop.run("pack")
    let listed = workshop.run("list")
    #expect(refused.output.hasPrefix("PublishSubject: BUILD"))
    #expect(refused.status == .failure)
    #expect(
      compiled.output.hasPrefix(
        "PublishSubject: PASS (all visible checks passed)\n"
          + "  1.1  PASS  The file compiles, and your teacher grades it\n"))
    #expect(compiled.status == .success)
    #expect(!compiled.output.contains("swift run workbook solution"))
    #expect(listed.output.contains(" PublishSubject  -  compiles "))
    #expect(listed.output.hasSuffix("\ncompiles: your teacher grades it\n"))
    #expect(workshop.run().output.hasPrefix("0 of 0 exercises solved, 0 of 0 points\n"))
    #expect(packed.output.contains("PublishSubject  compiles\n"))
    #expect(
      solution.complaints
        == "workbook: PublishSubject is graded by your teacher, who has its solution\n")
    #expect(
      played.complaints
        == "workbook: PublishSubject is graded by your teacher, whose copy plays it\n")
    #expect([solution.status, played.status] == [.failure, .failure])
    #expect(packed.status == .success)
  }

  @Test
  func `stores an attempt and its verdict`() throws {
    try workshop.solve()
    let checked = workshop.run("check", "PublishSubject")
    let listed = workshop.run("list").output
    let next = workshop.run().output
    let solution = workshop.run("solution", "PublishSubject")
    try workshop.file.write(Workshop.refused)
    let edited = workshop.run("list").output
    let broken = workshop.run("check", "--json")
    try workshop.file.write(" \n")
    let empty = workshop.run("check")
    let attempts = workshop.state.appending(path: "attempts/PublishSubject").names
    _ = workshop.run("reset", "PublishSubject")
    let reset = workshop.run().output
    #expect(
      checked.output.hasPrefix("PublishSubject: PASS, 5 of 5 points (all visible checks passed)\n"))
    #expect(checked.output.contains("\nseed 1, isolation: "))
    #expect(
      checked.output.hasSuffix("\nCompare yours: swift run workbook solution PublishSubject\n"))
    #expect(checked.status == .success)
    #expect(listed.contains("5 of 5  PASS  "))
    #expect(
      next == """
        1 of 1 exercises solved, 5 of 5 points
        There is nothing left to solve. `swift run workbook check` checks all again.

        """)
    #expect(
      reset == """
        0 of 1 exercises solved, 0 of 5 points
        Each exercise has passed before. `swift run workbook check` checks all again.

        """)
    #expect(solution.status == .success)
    #expect(edited.contains("5 of 5  PASS* "))
    #expect(broken.status == .failure)
    #expect(broken.output.contains(#""message" : "\#(workshop.exercise.folder)/Exercise.swift:1:"#))
    #expect(empty.output.hasSuffix("\nThe stub again: swift run workbook reset PublishSubject\n"))
    #expect(attempts == ["0001.swift", "0002.swift"])
  }

  @Test
  func `writes every report of a submission`() throws {
    let submission = try TemporaryFolder()
    try submission.url.appending(path: "PublishSubject.swift")
      .write(try #require(workshop.solution.text))
    let formats = ["text", "json", "junit", "gradescope", "classroom50", "markdown"]
    let printed = workshop.run(
      "grade", submission.url.path, "--report", "text=text", "--report", "json=json",
      "--report", "junit=junit", "--report", "gradescope=gradescope",
      "--report", "classroom50=classroom50", "--report", "markdown=markdown")
    let reports = formats.map { format in
      workshop.folder.url.appending(path: format).text ?? "no \(format)"
    }
    #expect(printed.output == "5 of 5 points\n")
    #expect(printed.status == .success)
    #expect(reports[0].hasPrefix("PublishSubject: PASS, 5 of 5 points"))
    #expect(reports[0].contains("\nseed 4711, isolation: "))
    #expect(reports[1].contains(#""seed" : 4711"#))
    #expect(reports[2].contains(#"<testsuites name="workbook" tests="5" failures="0""#))
    #expect(reports[3].contains(#""score" : 5"#))
    #expect(reports[4].contains(#""datetime" : "1970-01-01T00:00:00Z""#))
    #expect(reports[5].hasPrefix("# 5 of 5 points\n"))
    #expect(workshop.file.text == workshop.stub.text)
    #expect(workshop.state.names == [])
  }

  @Test
  func `names the learner, the unused files, and the lines to review`() throws {
    let submission = try TemporaryFolder()
    let source = "// let it be: mmap\nlet early = unsafeBitCast(7, to: UInt.self)\n"
    try submission.url.appending(path: "PublishSubject.swift").write(source)
    try submission.url.appending(path: "PublishSubject (a).swift").write(source)
    let printed = workshop.run(
      "grade", submission.url.path, "--isolation", "process-group", "--report", "text=text",
      "--report", "json=json", "--report", "junit=junit", "--report", "gradescope=gradescope",
      "--report", "markdown=markdown")
    let hash = SHA256.hex(source)
    let signs = [
      submission.url.lastPathComponent, "1970-01-01T00:00:00Z", hash, "PublishSubject (a).swift",
      "unsafeBitCast",
    ]
    for format in ["text", "json", "gradescope", "markdown", "junit"] {
      let report = workshop.folder.url.appending(path: format).text ?? ""
      let missing = signs.filter {
        !report.replacing("\\(", with: "(").replacing("\\)", with: ")").contains($0)
      }
      #expect(missing == (format == "junit" ? ["PublishSubject (a).swift"] : []), "\(format)")
      #expect(!report.contains("let it be"), "\(format)")
    }
    #expect(printed.complaints.contains("not graded: PublishSubject (a).swift ("))
    #expect(printed.complaints.contains("isolated only by a process group"))
  }

  @Test
  func `refuses a report in a missing folder before it grades`() throws {
    let submission = try TemporaryFolder()
    let printed = workshop.run("grade", submission.url.path, "--report", "text=out/report")
    #expect(printed.status == .cannotWrite)
    #expect(printed.output == "")
    #expect(
      printed.complaints.hasSuffix(
        "/out/report cannot be written: No such file or directory. "
          + "Its folder, or the target of a link, is missing: create it, or choose another.\n"))
    #expect(!workshop.folder.url.names.contains("out"))
  }

  @Test
  func `that is interrupted ends its processes, and stores no verdict`() throws {
    let code = [
      "import Exercising", "final class PublishSubject: SubjectRequirements {",
      "init() { while true {} }", "func on(_ signal: Signal) {}",
      "func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void { {} }", "}",
    ]
    try workshop.file.write(code.joined(separator: "\n"))
    let interruption = workshop.interruption
    let printed = workshop.run(["check"]) { words in
      if words?.hasPrefix("checking ") == true, !interruption.isSignalled {
        interruption.interrupt(SIGINT)
      }
    }
    #expect(interruption.isSignalled)
    #expect(printed.output == "")
    #expect(printed.status == .failure)
    #expect(workshop.state.names == [])
  }

  @Test
  func `ends with status 70 if the grader fails`() throws {
    let submission = try TemporaryFolder()
    try submission.url.appending(path: "workbook-pack.txt").write("DataLayerWorkbook pack 1\n")
    let printed = workshop.run("grade", submission.url.path)
    #expect(printed.output.contains("GRADER-ERROR"))
    #expect(printed.complaints.contains("workbook: PublishSubject: The pack is damaged: it "))
    #expect(printed.status == .internalError)
  }

  @Test
  func `gives no points for an empty folder, and no error`() throws {
    let submission = try TemporaryFolder()
    let empty = workshop.run("grade", submission.url.path, "--seed", "5")
    let nowhere = workshop.run("grade", "nowhere")
    #expect(empty.output.contains("0 of 5 points"))
    #expect(empty.output.contains("The file is missing"))
    #expect(!empty.output.contains("SHA-256"))
    #expect(empty.output.contains("\nseed 5, isolation: "))
    #expect(empty.status == .success)
    #expect(nowhere.status == .usage)
    #expect(nowhere.complaints.contains("there is no readable folder "))
  }

  @Test
  func `shows how a passed file differs from the solution`() throws {
    let solution = try #require(workshop.solution.text)
    try workshop.file.write("// Mine.\n" + solution)
    let early = workshop.run("solution", "PublishSubject", "--diff")
    ProgressFile(folder: workshop.state) { Issue.record("\($0)") }.update {
      $0["PublishSubject"].hasPassed = true
    }
    let diff = workshop.run("solution", "PublishSubject", "--diff").output
      .split(separator: "\n", omittingEmptySubsequences: false)
    try workshop.file.write(solution)
    let equal = workshop.run("solution", "PublishSubject", "--diff")
    #expect(early.complaints.contains("has not passed yet"))
    #expect(early.output == "")
    #expect(
      diff.prefix(4) == [
        "--- \(workshop.exercise.folder)/Exercise.swift",
        "+++ \(workshop.exercise.solutionFile)", "@@ -1,4 +1,3 @@", "-// Mine.",
      ])
    #expect(equal.output == "PublishSubject: your file is the same text as the solution.\n")
  }
}
