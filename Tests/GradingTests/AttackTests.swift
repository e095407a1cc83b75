import Foundation
import Testing

@testable import Grading

/// Each attack replaces PublishSubject's `Exercise.swift`. No attack runs in the test process.
struct `An attack` {
  static let attacks = Attack.onItself + Attack.onMachine + Attack.onVerdict

  @Test(.enabled(if: AttackRange.isPossible, "the attacks are written for Linux"))
  func `earns no points, ends in time, and leaves no process`() throws {
    let range = try AttackRange(Self.attacks)
    for level in AttackRange.levels {
      // The levels differ only in how they protect the machine.
      let isStrongest = level == AttackRange.levels.last
      let attacks = Self.attacks.filter {
        $0.needs <= level && (isStrongest || $0.target == .machine)
      }
      let hits = try range.run(attacks, at: level)
      let unexpected = zip(attacks, hits).filter { !$0.verdicts.contains($1.verdict) }
        .map { "\($0.name): \($1)" }
      #expect(unexpected == [], "\(level)")
      let points = hits.reduce(0) { $0 + $1.score }
      #expect(points == 0, "\(level)")
      try range.awaitEndOfPrograms()
      guard level >= Attack.confined else { continue }
      let changed = try range.changes()
      #expect(changed == [], "\(level)")
      let signs = ["final class", "connected", "hoarded", "found"]
      let seen = hits.filter { hit in signs.contains(where: hit.output.contains) }
      #expect(seen == [], "\(level)")
    }
  }

  @Test(.enabled(if: AttackRange.isPossible, "the attacks are written for Linux"))
  func `on any exercise or rung earns no points, and is never the grader's error`() throws {
    let results = try AttackedCourse().run()
    let unexpected = results.filter { !$0.attack.verdicts.contains($0.verdict) }
    #expect(unexpected.map { "\($0)" } == [])
    #expect(Set(results.map(\.exercise)).count == 30)
    #expect(Set(results.map(\.attack)) == Set(ExerciseAttack.allCases))
  }
}
