import Exercising
import Foundation
import Terminal
import TestSupport
import Testing

@testable import Grading
@testable import WorkbookCommand

@Suite(.blocking)
struct `A play`: ~Copyable {
  let workshop: Workshop
  init() throws { workshop = try Workshop(rungs: "SecondObserver") }

  /// The text without its line breaks and indentation.
  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Writes a solution that prints each signal, crashes for 13, and ignores 14.
  private func spoil() throws {
    let solution = try #require(workshop.solution.text)
    try workshop.file.write(
      solution.replacing(
        "func on(_ signal: Signal) {",
        with: """
          func on(_ signal: Signal) {
            print("on \\(signal)")
            if signal == .next(13) { fatalError("thirteen") }
            if signal == .next(14) { return }
          """))
  }

  @Test
  func `shows yours beside the reference, goes on after a crash, and saves the script`() throws {
    try spoil()
    let spoiled = workshop.file.text
    let place = workshop.folder.url.appending(path: "steps.txt")
    // A script, which another one may replace.
    try place.write("next 1\n")
    let path = "\(workshop.exercise.folder)/Exercise.swift"
    let played = workshop.run(
      ["play", "PublishSubject"],
      input: [
        "subscribe ann", "", "next 7", "next 13", "next 14", "back", "script",
        "script steps.txt", "subscrib ann", "next", "next 7 8", "helo", "help", "script \(path)",
        "quit", "next 8",
      ])
    let text = lines(played.output)
    let refused = Array(text.drop { $0 != "> subscrib ann" })
    let shown = text.dropLast(refused.count).filter {
      $0.firstMatch(of: /Yours: At step|Fatal error|^  \|$/) == nil
    }
    #expect(
      shown == [
        "PublishSubject: type a step such as “subscribe ann”, “help” for all steps, or",
        "“quit”.",
        "> subscribe ann",
        "    yours     reference",
        "    nothing   nothing",
        "> ",
        "> next 7",
        "    yours         reference",
        "    ann next(7)   ann next(7)",
        "  Your type printed:",
        "  | on next(7)",
        "> next 13",
        "    yours                          reference",
        "  > (does not complete the step)   ann next(13)",
        "  Your type printed:",
        "  | on next(13)",
        "  The step is taken back, so that you can go on.",
        "> next 14",
        "    yours     reference",
        "  > nothing   ann next(14)",
        "  Your type printed:",
        "  | on next(14)",
        "> back",
        "  taken back: next 14",
        "> script",
        "  subscribe ann",
        "  next 7",
        "> script steps.txt",
        "  2 steps saved to steps.txt",
      ])
    #expect(played.output.contains("Fatal error: thirteen"))
    #expect(place.text == "subscribe ann\nnext 7\n")
    let expected = [
      "  No step is called “subscrib”; the nearest is “subscribe”. “help” shows all.",
      "  Not possible: the step “next” has no argument 1. Examples:",
      "  Not possible: “next” does not take “8”. Examples:",
      "  No step is called “helo”; the nearest is “help”. “help” shows all.",
      "  script   the steps so far; “script FILE” saves them",
      "  subscribe ann",
      "More about them: Sources/Exercises/Subjects",
      "  dispose ann                 calls the closure that `subscribe` returned; a",
    ]
    #expect(expected.filter { !refused.contains($0) } == [])
    #expect(workshop.file.text == spoiled)
    #expect(words(played.output).contains("exists and is not a script of PublishSubject: choose"))
    #expect(refused.suffix(2) == ["> quit", ""])
    #expect(played.status == .success)
    #expect(played.complaints == "")
  }

  @Test
  func `reports what cannot be played`() throws {
    try workshop.file.write(Workshop.refused)
    let broken = workshop.run(["play", "PublishSubject"], input: ["next 7"])
    let prediction = workshop.run(["play", "SecondObserver"], input: ["next 7"])
    #expect(
      broken.complaints.hasPrefix(
        "workbook: \(workshop.exercise.folder)/Exercise.swift cannot be played yet: "))
    #expect(broken.output == "")
    #expect(
      prediction.complaints
        == "workbook: SecondObserver is a prediction and has no steps: swift run workbook check "
        + "SecondObserver\n")
    #expect([broken.status, prediction.status] == [.failure, .failure])
  }

  @Test
  func `takes all steps back`() {
    var session = PlaySession(of: workshop.exercise)
    _ = session.lines(of: Step("next", "7"), pair(side()))
    let before = session.steps
    let restarted = session.command("restart")
    #expect(before == [Step("next", "7")])
    #expect(restarted == .show(["  All steps are taken back."]))
    #expect(session.steps == [])
    #expect(session.command("back") == .show(["  There is no step yet."]))
    #expect(session.command("script a.txt") == .show(["  There is no step yet."]))
    #expect(session.command("back 2") == .show(["  “back” has no arguments."]))
    _ = session.lines(of: Step("next", "7"), pair(side()))
    #expect(session.command("script  a b.txt ") == .save("a b.txt"))
  }

  private func side(
    _ events: [String] = [], failure: String? = nil, printed: [String] = ["", ""], begun: Int = 1
  ) -> Player.Side {
    Player.Side(events: events, failure: failure, printed: printed, begun: begun)
  }

  private func pair(
    _ yours: Player.Side, isOfAnotherFile: Bool = false, firstDifference: Int? = nil
  ) -> Player.Sides {
    Player.Sides(
      yours: yours, reference: side(), isOfAnotherFile: isOfAnotherFile,
      firstDifference: firstDifference)
  }

  @Test
  func `takes an example as it is printed, and keeps an ellipsis inside a step`() {
    var session = PlaySession(of: workshop.exercise)
    let printed = session.command("subscribe ann sending 8 9 …")
    let inside = session.command("error a…b")
    #expect(printed == .step(Step("subscribe", "ann", "sending", "8", "9")))
    #expect(inside == .step(Step("error", "a…b")))
  }

  @Test
  func `has no command with the name of a step`() {
    let verbs = Catalog.all.flatMap(\.forms.verbs)
    #expect(Set(PlaySession.words.map(\.term) + ["exit"]).intersection(verbs) == [])
    #expect(verbs.count > 100)
  }

  @Test
  func `shows what each stream has printed at the step alone`() {
    var session = PlaySession(of: workshop.exercise)
    let first = session.lines(of: Step("next", "7"), pair(side(printed: ["a\n", "oh\n"])))
    let second = session.lines(of: Step("next", "8"), pair(side(printed: ["a\nb\n", "oh\n"])))
    #expect(first.suffix(3) == ["  Your type printed:", "  | a", "  | oh"])
    #expect(second.suffix(2) == ["  Your type printed:", "  | b"])
  }

  @Test
  func `names an earlier step that a changed file does not complete, or that differs now`() {
    var session = PlaySession(of: workshop.exercise)
    _ = session.lines(of: Step("subscribe", "ann"), pair(side()))
    let failing = session.lines(
      of: Step("next", "7"), pair(side(failure: "It crashed.", begun: 1), isOfAnotherFile: true))
    #expect(
      failing.contains { $0.hasPrefix("  Step 1 of 2, “subscribe ann”, no longer completes") })
    let different = session.lines(
      of: Step("next", "7"), pair(side(begun: 2), isOfAnotherFile: true, firstDifference: 0))
    #expect(
      words(different.joined(separator: " ")).contains("difference is at step 1 of 2, “subscribe"))
  }

  @Test
  func `stays within eighty columns`() {
    var session = PlaySession(of: workshop.exercise)
    let long = String(repeating: "long ", count: 40)
    let lines =
      session.lines(of: Step("next", "7"), pair(side([long])))
      + session.lines(ofInvalid: Step("next", long), "argument 1 of “\(long)” is not a number")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
  }
}
