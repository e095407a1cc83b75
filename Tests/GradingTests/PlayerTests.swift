import Exercising
import Foundation
import TestSupport
import Testing

@testable import Grading

@Suite(.blocking)
struct `A player` {
  let submission: Submission
  let package: PackageFolder
  let exercise = Exercise.publishSubject

  init() throws {
    submission = try Submission()
    package = PackageFolder(submission.folder)
    try URL.testedPackage.copy(
      [exercise.folder, exercise.authorsFolder, "Sources/CSQLite"], to: package.url)
  }

  /// Writes the learner's file: a subject that runs this code for each signal.
  private func write(on code: String) throws {
    let file = try submission.subject(on: code, as: "Played.swift")
    try Data(contentsOf: file).write(to: package.exercise(exercise))
  }

  private func steps(_ lines: String...) -> [Step] { lines.compactMap(Step.init(line:)) }

  @Test
  func `plays steps with both, and survives crashes, loops, other steps and other files`() throws {
    try write(
      on: """
        switch signal {
        case .next(13): fatalError("thirteen")
        case .next(14): while true {}
        default: observers.forEach { $0(signal); $0(signal) }; print(signal)
        }
        """)
    var limits = Limits()
    limits.cpuSeconds = 0.1
    let player = try Player(exercise, package: package, limits: limits)
    let pair = try player.play(steps("subscribe ann", "next 7"))
    #expect(
      pair.yours
        == .init(
          events: ["ann next(7)", "ann next(7)"], failure: nil, printed: ["next(7)\n", ""], begun: 2
        ))
    #expect(
      pair.reference == .init(events: ["ann next(7)"], failure: nil, printed: ["", ""], begun: 2))
    #expect(pair.firstDifference == 1)
    let failures = try ["next 13", "next 14", "next 7"].map {
      try player.play(steps("subscribe ann", $0)).yours.failure
    }
    #expect(failures[0]?.contains("the program crashed: ") == true)
    #expect(failures[0]?.contains("thirteen") == true)
    #expect(failures[1]?.contains("timed out after 0.1 s of processor time") == true)
    #expect(failures[2] == nil)
    for (step, reason) in [
      ("jump", "no step is called “jump”"),
      ("next x", "argument 1 of the step “next x” is not a number"),
      (
        "next -99999999999999999999",
        "argument 1 of the step “next -99999999999999999999” is too large"
      ),
    ] {
      #expect(throws: Player.Problem.invalid(reason)) {
        try player.play(steps("subscribe ann", step))
      }
    }
    try write(on: "")
    let second = try player.play(steps("subscribe ann", "next 7"))
    let third = try player.play(steps("subscribe ann", "next 7"))
    #expect([pair, second, third].map(\.isOfAnotherFile) == [false, true, false])
    #expect(second.yours.events == [])
    try write(on: "nothing(")
    #expect {
      try player.play(steps("next 7"))
    } throws: { error in
      guard case .file(let message)? = error as? Player.Problem else { return false }
      return message.hasPrefix("\(exercise.folder)/Exercise.swift:")
    }
  }
}

struct `The vocabulary of an exercise` {
  @Test(arguments: Catalog.all.filter { !$0.isPrediction }.map(\.name))
  func `has an example of each verb, and no more than fifty of them`(name: String) throws {
    let exercise = try #require(Catalog.exercise(named: name))
    let vocabulary = Vocabulary(of: exercise)
    var random = SeededGenerator(seed: 77)
    let used = Set(exercise.checks.flatMap { $0.scripts(&random) }.flatMap(\.steps).map(\.verb))
    #expect(used.subtracting(vocabulary.verbs) == [])
    #expect(vocabulary.verbs.allSatisfy { !vocabulary.examples(of: $0).isEmpty })
    #expect(Set(vocabulary.examples).count == vocabulary.examples.count)
    #expect(vocabulary.examples.count <= 50, "\(vocabulary.examples)")
  }

  @Test
  func `has the behaviours of observers, and not their names`() {
    let subscribes = Vocabulary(of: .publishSubject).examples(of: "subscribe")
    let ends = Set(subscribes.map { $0.split(separator: " ").dropFirst(2).first ?? "" })
    #expect(ends == ["", "leaving", "dropping", "inviting", "sending", "completing"])
    #expect(ends.count == subscribes.count)
  }
}
