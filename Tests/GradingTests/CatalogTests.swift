import Exercising
import Foundation
import Testing

@testable import Grading

struct `The catalog` {
  @Test(arguments: Catalog.exercises.map(\.name))
  func `is complete for each exercise`(name: String) throws {
    let exercise = try #require(Catalog.exercise(named: name))
    let names = exercise.checks.map(\.name)
    let needed = exercise.checks.enumerated().map { $1.needs.allSatisfy((1..<$0 + 1).contains) }
    let misconceptions = exercise.misconceptions.map(\.name)
    #expect(names.count >= 4)
    #expect(Set(names).count == names.count)
    #expect(!needed.contains(false), "A check needs one that comes after it, or itself.")
    #expect(misconceptions.count >= 3)
    #expect(Set(misconceptions).count == misconceptions.count)
    #expect(Set(exercise.misconceptions.map(\.help)).count == misconceptions.count)
    #expect(exercise.checks.allSatisfy { $0.points > 0 })
  }

  @Test(arguments: Catalog.all.filter { !$0.isPrediction }.map(\.name))
  func `has no script that a program without events would pass`(name: String) throws {
    let exercise = try #require(Catalog.exercise(named: name))
    // The oracle caches scripts, since several seeds may draw the same one.
    let oracle = Oracle()
    for seed in UInt64(1)...4 {
      for (index, check) in exercise.checks.enumerated() {
        var generator = SeededGenerator(seed: seed, exercise: name, check: index)
        let scripts = check.scripts(&generator)
        let silent = try scripts.filter {
          try $0.crash == nil && oracle.events($0, of: exercise).allSatisfy(\.isEmpty)
        }
        #expect(silent == [], "\(check.name), seed \(seed)")
        #expect(!scripts.isEmpty, "\(check.name), seed \(seed)")
      }
    }
  }

  @Test
  func `has five checks of one point for each exercise`() {
    let points = Catalog.exercises.map { "\($0.name) \($0.checks.map(\.points))" }
    #expect(points == Catalog.exercises.map { "\($0.name) [1, 1, 1, 1, 1]" })
  }

  @Test
  func `has three rungs in each chapter, one of each kind and without points`() {
    let chapters = Set(Catalog.exercises.map(\.chapter))
    let kinds = Dictionary(grouping: Catalog.rungs, by: \.chapter).mapValues { rungs in
      rungs.map { rung in
        switch rung.kind {
        case .write: "write"
        case .fix: "fix"
        case .choose: "choose"
        case .predict: "predict"
        }
      }
    }
    #expect(Set(kinds.keys) == chapters)
    #expect(kinds.values.allSatisfy { $0.sorted() == ["choose", "fix", "predict"] })
    #expect(Catalog.rungs.allSatisfy { $0.maximum == 0 && !$0.checks.isEmpty })
    #expect(Set(Catalog.all.map(\.name)).count == Catalog.all.count)
    #expect(Catalog.all.count == Catalog.exercises.count + Catalog.rungs.count)
  }

  @Test
  func `draws the same scripts for a seed, and others for other seeds and checks`() {
    let exercise = Exercise.publishSubject
    func scripts(_ seed: UInt64, _ index: Int) -> [Script] {
      var generator = SeededGenerator(seed: seed, exercise: exercise.name, check: index)
      return exercise.checks[0].scripts(&generator)
    }
    #expect(scripts(1, 0) == scripts(1, 0))
    #expect(scripts(1, 0) != scripts(2, 0))
    #expect(scripts(1, 0) != scripts(1, 1))
  }
}
