import Exercising
import Foundation
import TestSupport
import Testing

@testable import Grading

@Suite(.blocking)
struct `The catalog` {
  @Test(arguments: Catalog.exercises.map(\.name))
  func `is complete for each exercise`(name: String) throws {
    let exercise = try #require(Catalog.exercise(named: name))
    let names = exercise.checks.map(\.name)
    let needed = exercise.checks.enumerated().map { $1.needs.allSatisfy((1..<$0 + 1).contains) }
    let misconceptions = exercise.misconceptions.map(\.name)
    let mistakes = try Mistakes(file: PackageFolder.tested.mistakes(exercise))
    #expect(exercise.checks.map(\.points) == [1, 1, 1, 1, 1])
    #expect(Set(names).count == names.count)
    #expect(!needed.contains(false), "A check needs one that comes after it, or itself.")
    #expect(misconceptions.count >= 3)
    #expect(Set(misconceptions).count == misconceptions.count)
    #expect(Set(mistakes.misconceptions.map(\.help)).count == misconceptions.count)
    #expect(mistakes.wrong.count >= 10)
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
  func `has three rungs in each chapter, one of each kind and without points`() {
    let chapters = Set(Catalog.exercises.map(\.chapter))
    let kinds = Dictionary(grouping: Catalog.rungs, by: \.chapter).mapValues { rungs in
      rungs.map { "\($0.kind)".prefix(while: \.isLetter) }.sorted()
    }
    #expect(Set(kinds.keys) == chapters)
    #expect(kinds.values.allSatisfy { $0 == ["choose", "fix", "predict"] })
    #expect(Catalog.rungs.allSatisfy { $0.maximum == 0 && !$0.checks.isEmpty })
    #expect(Set(Catalog.all.map(\.name)).count == Catalog.all.count)
    #expect(Catalog.all.count == Catalog.exercises.count + Catalog.rungs.count)
  }

  @Test
  func `draws other scripts for another check`() {
    let scripts = (0...1).map { index in
      var generator = SeededGenerator(seed: 1, exercise: "PublishSubject", check: index)
      return Exercise.publishSubject.checks[0].scripts(&generator)
    }
    #expect(scripts[0] != scripts[1])
  }
}

@Suite(.blocking)
struct `The note about a step` {
  @Test(arguments: Set(Catalog.all.map(\.chapter)).sorted())
  func `is about a word of the chapter's scripts`(chapter: String) {
    // Exercises of a chapter share notes.
    let exercises = Catalog.all.filter { $0.chapter == chapter }
    let steps = exercises.flatMap { (UInt64(1)...5).flatMap($0.steps) }
    let words = Set(steps.map(\.verb) + steps.flatMap { $0.arguments.map { "… \($0)" } })
    let unknown = exercises.flatMap { exercise in
      exercise.forms.meanings.keys.filter { !words.contains($0) }.map { "\(exercise.name): \($0)" }
    }
    #expect(unknown == [])
  }

  private static func words(of file: URL) throws -> Set<String> {
    let text = try String(contentsOf: file, encoding: .utf8).lowercased()
    return Set(text.matches(of: /[\w\-]+/).map { String($0.output) })
  }

  /// A participle names an observer's action: `subscribe ann leaving`. Signals need no note,
  /// because the first chapter explains them.
  @Test(arguments: Catalog.all.filter { !$0.isPrediction }.map(\.name))
  func `explains each step that neither the task nor the stub names`(name: String) throws {
    let exercise = try #require(Catalog.exercise(named: name))
    let package = PackageFolder.tested
    let (task, stub) = (package.task(exercise), package.stub(exercise))
    let inStub = try Self.words(of: stub)
    let named = try Self.words(of: task).union(inStub).union(["next", "error", "complete"])
    let steps = (UInt64(1)...5).flatMap(exercise.steps)
    let verbs = Set(steps.map(\.verb)).filter { !named.contains($0) }
    let participles = Set(steps.flatMap(\.arguments)).filter {
      $0.hasSuffix("ing") && !inStub.contains($0)
    }
    let unexplained = (verbs + participles.map { "… \($0)" }).filter {
      exercise.forms.meanings[$0] == nil
    }
    #expect(unexplained.sorted() == [])
    #expect(!steps.isEmpty)
  }

  @Test
  func `follows the explanation if the report shows a step with the word`() throws {
    let exercise = Exercise.standIn(
      [
        Check("One", lines: ["subscribe bob", "dispose bob", "subscribe ann leaving", "next 1"]),
        Check("Two", lines: ["subscribe ann", "next 1"]),
      ])
    let checks = try SubmittedFolder.gradeVarious(as: exercise).checks
    let notes = checks.map { $0.explanation.split(separator: "\n").dropFirst().map(String.init) }
    let dispose = "calls the closure that `subscribe` returned; a later step may call it again."
    let leaving = "is an observer that removes itself while it receives for the first time."
    #expect(notes == [["The step “dispose” \(dispose)", "The step “… leaving” \(leaving)"], []])
  }
}
