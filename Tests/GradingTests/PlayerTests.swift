import Exercising
import Foundation
import TestSupport
import Testing

@testable import Grading

@Suite(.blocking)
struct `A player` {
  let submission: SubmittedFolder
  let package: PackageFolder
  let exercise = Exercise.publishSubject

  init() throws {
    submission = try SubmittedFolder()
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

struct `The forms of an exercise's steps` {
  @Test(arguments: Catalog.all.filter { !$0.isPrediction }.map(\.name))
  func `include every step of the checks, and have examples that are a script`(name: String) throws
  {
    let exercise = try #require(Catalog.exercise(named: name))
    let forms = exercise.forms
    #expect((UInt64(6)...9).flatMap(exercise.steps).filter { !forms.include($0) } == [])
    #expect(Set(forms.examples.map(\.term)).count == forms.examples.count)
    let verifier = ExerciseVerifier(exercise: exercise, package: .tested, seeds: [1])
    #expect(verifier.task().problem == "")
  }

  @Test
  func `name behaviours, limit arguments, and keep the order of the scene`() {
    let forms: StepForms =
      ["send 7; send 8 quickly": nil, "add 1 2 …": "adds."] + ["send 7 … late": "is late."]
    #expect(forms.examples.map(\.term) == ["send 7", "send 8 quickly", "add 1 2 …", "send 7 late"])
    #expect(forms.meanings == ["add": "adds.", "… late": "is late."])
    #expect(forms.verbs == ["send", "add"])
    #expect(forms.examples(of: "send") == ["send 7", "send 8 quickly", "send 7 late"])
    #expect(forms.unexpected(of: Step("send", "7", "late", "now")) == ["now"])
    #expect(forms.unexpected(of: Step("add", "1", "2", "3", "4")) == [])
    #expect(!forms.include(Step("leave")) && !forms.include(Step("send", "1", "2", "3")))
  }
}
