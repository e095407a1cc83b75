import Concurrency
import Foundation
import Processes
import Terminal
import TestSupport
import Testing

@testable import Grading
@testable import WorkbookCommand

struct `A watch`: ~Copyable {
  let workshop: Workshop

  init() throws { workshop = try Workshop() }

  /// The output of a watch during which each content is saved once the previous one is graded.
  private func output(saving contents: [String], terminalRows: Int? = nil) -> String {
    let rest = Locked(contents[...])
    let (file, interruption) = (workshop.file, workshop.interruption)
    let react: @Sendable (String) -> Void = { text in
      guard text.contains("press Ctrl-C to stop.") else { return }
      guard let content = rest.withLock({ $0.popFirst() }) else {
        return interruption.interrupt(SIGINT)
      }
      do { try file.write(content) } catch { Issue.record(error) }
    }
    return workshop.run("watch", "PublishSubject", terminalRows: terminalRows, wrote: react).output
  }

  @Test
  func `names the lines and the verdicts that a save has changed`() throws {
    let solution = try #require(workshop.solution.text)
    let count = solution.split(separator: "\n", omittingEmptySubsequences: false).count
    try workshop.file.write(solution)
    let text = output(saving: [solution + "nothing\n", solution])
    let saves = text.split(separator: "PublishSubject: saved, checking\n").dropFirst()
      .map { $0.split(separator: "\n") }
    #expect(
      saves.map(\.first) == [
        "  \(workshop.exercise.file): 1 line added, from line \(count)",
        "  \(workshop.exercise.file): 1 line removed, from line \(count)",
      ])
    let changes = saves.map { save in
      save.drop { $0 != "Since the last save:" }.dropFirst().first?.prefix { $0 != ":" }
    }
    #expect(
      changes == ["  all checks are BUILD now; 5 of them were PASS", "  1.1 PASS, which was BUILD"])
    #expect(!text.contains("\u{1B}"))
  }

  @Test(arguments: ["", "let half ="])
  func `grades a file that was emptied or cut only when it stays so`(half: String) throws {
    let (file, interruption) = (workshop.file, workshop.interruption)
    let settled = Locked(0)
    let saves = Locked([half])
    let whole = Workshop.refused + " // saved again\n"
    try file.write(Workshop.refused)
    let printed = workshop.run(
      "watch", "PublishSubject",
      settle: {
        // The editor completes the file while the watch waits.
        if settled.withLock({
          $0 += 1; return $0
        }) == 1 {
          try? file.write(whole)
        }
      },
      wrote: { text in
        guard text.contains("press Ctrl-C to stop.") else { return }
        guard let content = saves.withLock({ $0.popLast() }) else {
          return interruption.interrupt(SIGINT)
        }
        try? file.write(content)
      })
    let attempts = workshop.state.appending(path: "attempts/PublishSubject")
    let kept = attempts.names
    let last = attempts.appending(path: "0002.swift").text
    let verdicts = printed.output.split(separator: "\n").count { $0.contains(": BUILD, ") }
    #expect(verdicts == 2)
    #expect(kept == ["0001.swift", "0002.swift"])
    #expect(last == whole)
    #expect(settled.withLock { $0 } > 0)
  }

  @Test
  func `scrolls the terminal before it clears it, and erases nothing above`() throws {
    let text = output(saving: [Workshop.refused], terminalRows: 30)
    #expect(text.contains(String(repeating: "\n", count: 29) + "\u{1B}[H\u{1B}[J\n"))
    #expect(!text.contains("\u{1B}[3J"))
    #expect(!text.contains("\u{1B}[2J"))
  }

  @Test
  func `compares a result with the one before`() {
    func result(_ verdicts: Verdict...) -> ExerciseResult {
      ExerciseResult(
        exercise: "PublishSubject", chapter: "Subjects", verdict: .fail,
        checks: verdicts.enumerated().map { index, verdict in
          CheckResult(
            number: "1.\(index + 1)", name: "It sends", verdict: verdict, score: 0, maximum: 1)
        }, message: nil, seconds: 0)
    }
    let changes = VerdictChanges(
      from: result(.pass, .fail, .blocked), to: result(.pass, .pass, .crash))
    #expect(
      changes.lines == [
        "1.2 PASS, which was FAIL: It sends", "1.3 CRASH, which was BLOCKED: It sends",
      ])
    #expect(VerdictChanges(from: nil, to: result(.pass)).lines == [])
  }
}
