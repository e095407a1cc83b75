import Foundation
import Grading
import Terminal
import TestSupport
import Testing

@testable import WorkbookCommand

@Suite(.blocking)
struct `The first rungs of a workbook`: ~Copyable {
  let workshop: Workshop
  init() throws { workshop = try Workshop(rungs: "SecondObserver", "WhichSubject") }

  private func file(_ name: String) throws -> URL {
    let exercise = try #require(Catalog.exercise(named: name))
    return workshop.folder.url.appending(path: exercise.file)
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  @Test
  func `come first, and are counted apart from the exercises`() throws {
    let before = lines(workshop.run().output)
    try file("SecondObserver").write(try #require(prediction))
    let check = lines(workshop.run("check", "SecondObserver").output)
    let hint = lines(workshop.run("hint").output)
    let after = lines(workshop.run().output)
    let list = lines(workshop.run("list").output)
    #expect(
      before.prefix(3) == [
        "0 of 1 exercises solved, 0 of 5 points", "warm-ups: 0 of 2 solved",
        "Next: SecondObserver, What the second observer receives",
      ])
    #expect(
      after.prefix(3) == [
        "0 of 1 exercises solved, 0 of 5 points", "warm-ups: 1 of 2 solved",
        "Next: WhichSubject, Three screens, three subjects",
      ])
    #expect(check.last == "Next: WhichSubject, Chapters/Subjects/Rungs/WhichSubject/Task.md")
    #expect(hint.first == "WhichSubject: hint 1 of 3")
    #expect(
      list == [
        "Subjects",
        "   -  SecondObserver  predict  PASS         What the second observer receives",
        "   -  WhichSubject    choose   TODO         Three screens, three subjects",
        "   1  PublishSubject  0 of 5   TODO         Only what comes after you subscribe",
        "0 of 5 points, warm-ups: 1 of 2, next: WhichSubject",
      ])
  }

  /// The page's output, as its document shows it.
  private var prediction: String? {
    let text = URL.testedPackage.appending(path: "Docs/Subjects.md").text
    let command = "$ swift run Chapter-Subjects replay-subject"
    return text?.split(separator: "```").lazy.compactMap { block in
      block.firstRange(of: command + "\n").map { String(block[$0.upperBound...]) }
    }.first
  }

  @Test
  func `are checked by the same command, without points`() throws {
    let solution = workshop.folder.url.appending(
      path: "Sources/Exercises/Subjects/WhichSubject/WhichSubjectSolution.swift")
    try file("WhichSubject").write(
      try #require(solution.text).replacing(".replay", with: ".behavior"))
    let choice = workshop.run("check", "WhichSubject")
    #expect(
      lines(choice.output).prefix(4) == [
        "WhichSubject: FAIL (the events are not the expected ones)",
        "  r2.1 PASS  An alarm rings for the screens that are open",
        "  r2.2 PASS  A badge always shows a number",
        "  r2.3 FAIL  A chat opens with its last three messages",
      ])
    #expect(choice.status == .failure)
  }

  @Test
  func `report a wrong line as README.md shows`() throws {
    let readme = URL.testedPackage.appending(path: "README.md")
    let report = try #require(
      readme.text?.firstMatch(of: /```text\n(SecondObserver: FAIL[^`]*)```/)?.output.1)
    let handedOut = try #require(file("SecondObserver").text)
    try file("SecondObserver").write(handedOut + "observer2: next(1)\n")
    #expect(workshop.run("check", "SecondObserver").output.hasPrefix(report))
  }

  @Test
  func `have no part in a graded submission`() throws {
    let graded = workshop.run("grade", workshop.folder.url.path, "--json").output
    let list = workshop.run("list", "--json").output
    #expect(graded.contains(#""maximum" : 5"#))
    #expect(!graded.contains("SecondObserver"))
    #expect(list.contains(#""kind" : "predict""#))
  }

  @Test
  func `are reset, undone and solved like exercises`() throws {
    try file("SecondObserver").write("observer1: next(1)\n")
    let reset = workshop.run("reset", "SecondObserver")
    let undone = workshop.run("undo", "SecondObserver")
    let refused = workshop.run("solution", "SecondObserver")
    let shown = workshop.run("solution", "SecondObserver", "--give-up")
    #expect(reset.output.contains(" is kept: .workbook/attempts/SecondObserver/0001.txt\n"))
    #expect(undone.status == .success)
    #expect(try file("SecondObserver").text == "observer1: next(1)\n")
    #expect(refused.complaints.contains("has not passed yet"))
    #expect(shown.output.contains(try #require(prediction)))
    #expect(shown.output.contains("swift run Chapter-Subjects replay-subject"))
  }
}
