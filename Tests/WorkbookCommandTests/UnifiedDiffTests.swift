import Foundation
import Grading
import Testing

@testable import WorkbookCommand

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
