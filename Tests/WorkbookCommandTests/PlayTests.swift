import Exercising
import Foundation
import Terminal
import TestSupport
import Testing

@testable import Grading
@testable import WorkbookCommand

struct `A play`: ~Copyable {
  let workshop: Workshop

  init() throws { workshop = try Workshop(rungs: "SecondObserver") }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The solution, which crashes for one value and prints each signal.
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
    let first = try #require(Vocabulary(of: workshop.exercise).examples.first)
    let place = workshop.folder.url.appending(path: "steps.txt")
    let played = workshop.run(
      "play", "PublishSubject",
      input: [
        "subscribe ann", "", "next 7", "next 13", "next 14", "back", "script",
        "script steps.txt", "quit", "next 8",
      ])
    #expect(
      lines(played.output).filter { $0.firstMatch(of: /Yours: At step|Fatal error|^  \|$/) == nil }
        == [
          "PublishSubject: type a step such as `\(first)`. `help` shows all, `quit` ends.",
          "> subscribe ann",
          "    yours     reference",
          "    nothing   nothing",
          "> ",
          "> next 7",
          "    yours         reference",
          "    ann next(7)   ann next(7)",
          "  Yours printed:",
          "  | on next(7)",
          "> next 13",
          "    yours                          reference",
          "  > (does not complete the step)   ann next(13)",
          "  Yours printed:",
          "  | on next(13)",
          "  The step is taken back, so that you can go on.",
          "> next 14",
          "    yours     reference",
          "  > nothing   ann next(14)",
          "  Yours printed:",
          "  | on next(14)",
          "> back",
          "  taken back: next 14",
          "> script",
          "  subscribe ann",
          "  next 7",
          "> script steps.txt",
          "  2 steps saved to steps.txt",
          "> quit",
          "",
        ])
    #expect(played.output.contains("Fatal error: thirteen"))
    #expect(place.text == "subscribe ann\nnext 7\n")
    #expect(played.status == .success)
    #expect(played.complaints == "")
  }

  @Test
  func `offers the nearest step, and examples of one that is not possible`() throws {
    try workshop.solve()
    let played = workshop.run(
      "play", "PublishSubject", input: ["subscrib ann", "next", "helo", "help"])
    let text = lines(played.output)
    #expect(
      text.contains(
        "  No step is called “subscrib”; the nearest is `subscribe`. `help` shows all."))
    #expect(text.contains("  Not possible: the step “next” has no argument 1. In the checks:"))
    #expect(
      text.contains("  No step is called “helo”; the nearest is `help`. `help` shows all."))
    #expect(text.contains("  script   the steps so far; `script FILE` saves them"))
    #expect(
      text.contains("They are described in Sources/Exercising/Subjects/SubjectScene.swift."))
  }

  @Test
  func `reports what cannot be played`() throws {
    try workshop.file.write("nothing that compiles")
    let broken = workshop.run("play", "PublishSubject", input: ["next 7"])
    let prediction = workshop.run("play", "SecondObserver", input: ["next 7"])
    #expect(
      broken.complaints.hasPrefix(
        "workbook: \(workshop.exercise.folder)/Exercise.swift cannot be played yet: "))
    #expect(broken.output == "")
    #expect(broken.status == .failure)
    #expect(
      prediction.complaints == """
        workbook: SecondObserver is a prediction and has no steps: swift run workbook check \
        SecondObserver

        """)
    #expect(prediction.status == .failure)
  }

  @Test(arguments: Catalog.all.filter { !$0.isPrediction }.map(\.name))
  func `has no word of its own that is a step`(name: String) throws {
    let exercise = try #require(Catalog.exercise(named: name))
    let words = Set(PlaySession.words.map(\.term) + ["exit"])
    #expect(words.intersection(Vocabulary(of: exercise).verbs) == [])
  }

  @Test
  func `takes all steps back`() {
    var session = PlaySession(of: workshop.exercise, sceneFile: nil)
    let side = Player.Side(events: [], failure: nil, output: "")
    let turn = Player.Turn(yours: side, reference: side, isOfAnotherFile: false)
    _ = session.lines(of: Step("next", "7"), turn)
    let before = session.steps
    let restarted = session.command("restart")
    #expect(before == [Step("next", "7")])
    #expect(restarted == .show(["  All steps are taken back."]))
    #expect(session.steps == [])
    #expect(session.command("back") == .show(["  There is no step yet."]))
    #expect(session.command("script  a b.txt ") == .save("a b.txt"))
  }
}
