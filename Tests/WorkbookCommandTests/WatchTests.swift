import Concurrency
import Foundation
import Processes
import Terminal
import TestSupport
import Testing

@testable import Grading
@testable import WorkbookCommand

@Suite(.blocking)
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
    return workshop.run(
      ["watch", "PublishSubject"], terminalRows: terminalRows, wrote: react
    ).output
  }

  @Test
  func `names the lines and the verdicts that a save has changed`() throws {
    let solution = try #require(workshop.solution.text)
    let count = solution.split(separator: "\n", omittingEmptySubsequences: false).count
    try workshop.file.write(solution)
    let refused = solution + Workshop.refused + "\n"
    let text = output(saving: [refused + Workshop.refused + "\n", refused])
    let saves = text.split(separator: "PublishSubject: saved, checking\n").dropFirst()
      .map { $0.split(separator: "\n") }
    #expect(
      saves.map(\.first) == [
        "  \(workshop.exercise.file): 2 lines added, from line \(count)",
        "  \(workshop.exercise.file): 1 line removed, from line \(count + 1)",
      ])
    let changes = saves.map { save in
      save.drop { $0 != "Since the last save:" }.dropFirst().first?.prefix { $0 != ":" }
    }
    #expect(
      changes == ["  all checks are BUILD now; 5 of them were PASS", nil])
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
      ["watch", "PublishSubject"],
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
    #expect(printed.output.split(separator: "\n").count { $0.contains(": BUILD, ") } == 2)
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
    let changes = result(.pass, .pass, .crash).changes(since: result(.pass, .fail, .blocked))
    #expect(
      changes == ["1.2 PASS, which was FAIL: It sends", "1.3 CRASH, which was BLOCKED: It sends"])
    #expect(result(.pass).changes(since: nil) == [])
  }
}

struct `A unified diff` {
  private func lines(_ old: String, _ new: String) -> [String] {
    UnifiedDiff(from: old, to: new).lines(old: "a", new: "b")
  }

  @Test
  func `has three lines around a change`() {
    let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
    #expect(
      lines(old, old.replacing("5", with: "five\n5a")) == [
        "--- a", "+++ b", "@@ -2,7 +2,8 @@", " 2", " 3", " 4", "-5", "+five", "+5a", " 6", " 7",
        " 8",
      ])
    #expect(lines(old, old) == [])
    #expect(lines("", "1\n") == ["--- a", "+++ b", "@@ -0,0 +1 @@", "+1"])
    #expect(lines("1\n", "") == ["--- a", "+++ b", "@@ -1 +0,0 @@", "-1"])
  }

  @Test
  func `joins changes near one another, and separates others`() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let near = lines(old, old.replacing("3\n4\n", with: "4\n").replacing("9\n", with: "x\n"))
    let far = lines(old, old.replacing("\n2\n", with: "\n").replacing("18\n", with: "x\n"))
    #expect(near.count { $0.hasPrefix("@@") } == 2)
    #expect(far.filter { $0.hasPrefix("@@") } == ["@@ -1,5 +1,4 @@", "@@ -15,6 +14,6 @@"])
  }

  @Test
  func `names the lines that a save has changed`() {
    let summaries = [("1\n2\n", "1\nx\n"), ("1\n", "1\n2\n3\n"), ("1\n2\n", "2\n")].map {
      UnifiedDiff(from: $0, to: $1).summary
    }
    #expect(
      summaries == [
        "1 line added, 1 removed, from line 2", "2 lines added, from line 2",
        "1 line removed, from line 1",
      ])
  }

  @Test
  func `replaces the middle of long texts that have little in common`() {
    let lines = { (range: Range<Int>) in range.map { "\($0)\n" }.joined() }
    let old = "a\n\(lines(0..<60_000))b\n"
    let new = "a\n\(lines(60_000..<120_000))b\n"
    #expect(
      [new, old.replacing("\n7\n", with: "\nx\n")].map { UnifiedDiff(from: old, to: $0).summary }
        == [
          "60000 lines added, 60000 removed, from line 2", "1 line added, 1 removed, from line 9",
        ])
  }

  /// Applies the hunks as `patch` does.
  @Test(arguments: UInt64(1)...40)
  func `turns the one text into the other`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let old = (0..<60).map { _ in random.one(of: "a", "b", "c", "d", "") }
    let new = old.flatMap { line in
      Int.random(in: 0..<8, using: &random) == 0 ? random.one(of: [], ["x"], [line, "y"]) : [line]
    }
    let text = { (lines: [String]) in lines.map { $0 + "\n" }.joined() }
    var patched: [String] = []
    var next = 0
    for line in lines(text(old), text(new)).dropFirst(2) {
      if let hunk = line.firstMatch(of: #/^@@ -(\d+)(?:,(\d+))? /#) {
        let start = try #require(Int(hunk.output.1)) - (hunk.output.2 == "0" ? 0 : 1)
        patched += old[next..<start]
        next = start
        continue
      }
      if line.hasPrefix("+") {
        patched.append(String(line.dropFirst()))
      } else {
        #expect(old[next] == line.dropFirst())
        if line.hasPrefix(" ") { patched.append(old[next]) }
        next += 1
      }
    }
    #expect(patched + old[next...] == new)
  }
}
