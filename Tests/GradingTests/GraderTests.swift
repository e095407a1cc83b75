import Concurrency
import Foundation
import Processes
import Testing

@testable import Grading

struct `The grader` {
  let submission: Submission

  init() throws { submission = try Submission() }

  @Test
  func `gives the solution all points and the stub none`() {
    let package = PackageFolder.tested
    let result = submission.grade([
      package.solution(.publishSubject), package.stub(.publishSubject),
    ])
    let summaries = result.exercises.map(\.summary)
    #expect(
      summaries == [
        ["1.1 PASS 1/1", "1.2 PASS 1/1", "1.3 PASS 1/1", "1.4 PASS 1/1", "1.5 PASS 1/1"],
        ["1.1 TODO 0/1", "1.2 TODO 0/1", "1.3 TODO 0/1", "1.4 TODO 0/1", "1.5 TODO 0/1"],
      ])
    let verdicts = result.exercises.map(\.verdict)
    #expect(verdicts == [.pass, .todo])
    #expect(result.score == 5)
    #expect(result.maximum == 10)
    #expect(result.isolation == IsolationProbe.ofThisMachine.level)
    #expect(result.toolchain.contains("Swift version"))
  }

  @Test
  func `gives points for each passed check, and blocks checks that need a failed one`() throws {
    let exercise = Exercise.standIn([
      Check("It accepts a signal", lines: ["next 1"]),
      Check("It sends", lines: ["next 1", "subscribe ann", "next 2", "next 3"]),
      Check("It sends to all observers", needs: [2], lines: ["subscribe bob", "next 4"]),
      Check("It ends", lines: ["subscribe ann", "complete"]),
    ])
    let file = try submission.subject(
      on: "if signal == .completed || signal == .next(2) { observers.forEach { $0(signal) } }")
    let result = submission.grade([file], as: exercise).exercises[0]
    #expect(
      result.summary == ["1.1 PASS 1/1", "1.2 FAIL 0/1", "1.3 BLOCKED 0/1", "1.4 PASS 1/1"])
    #expect(result.verdict == .fail)
    #expect(
      result.checks[1].difference
        == Difference(
          steps: ["next 1", "subscribe ann", "next 2", "next 3"], expected: ["ann next(3)"],
          actual: []))
    #expect(
      result.checks[1].explanation
        == "After “next 3”, expected “ann next(3)”; actual: nothing.")
    #expect(result.checks[2].explanation == "Check 1.2, “It sends”, has to pass first.")
  }

  @Test
  func `accepts exactly the expected crash at the last step, and no other`() throws {
    let exercise = Exercise.standIn([
      Check("Confined", lines: ["subscribe ann", "next 1"], crash: "not on this thread"),
      Check("Too late", lines: ["next 1", "next 2"], crash: "not on this thread"),
      Check("Other words", lines: ["subscribe ann", "next 1"], crash: "another message"),
      Check("No crash", lines: ["next 1", "subscribe ann"], crash: "not on this thread"),
    ])
    let crashing = try submission.subject(on: #"fatalError("not on this thread")"#)
    let loud = try submission.subject(
      on: #"fatalError(String(repeating: "much\n", count: 3000) + "not on this thread")"#,
      as: "Loud.swift")
    let quiet = try submission.subject(on: "", as: "Quiet.swift")
    let longer = try submission.subject(
      on: #"fatalError("not on this thread, but elsewhere")"#, as: "Longer.swift")
    // Nothing is left of it in a release build.
    let asserting = try submission.subject(
      on: #"assertionFailure("not on this thread")"#, as: "Asserting.swift")
    let files = [crashing, quiet, loud, longer, asserting]
    let results = submission.grade(files, as: exercise).exercises
    #expect(
      results[0].summary == ["1.1 PASS 1/1", "1.2 CRASH 0/1", "1.3 CRASH 0/1", "1.4 CRASH 0/1"])
    #expect(
      results[0].checks[1].explanation
        == "At step 1 of 2, “next 1”, the program crashed: "
        + "Exercise.swift:6: Fatal error: not on this thread")
    #expect(
      results[0].checks[2].explanation
        == "At step 2 of 2, “next 1” after “subscribe ann”, the program crashed: "
        + "Exercise.swift:6: Fatal error: not on this thread\n"
        + "This step has to end it with exactly “Fatal error: another message”.")
    #expect(
      results[1].checks[0].explanation
        == "At step 2 of 2, “next 1” after “subscribe ann”, the program went on. "
        + "This step has to end it with exactly “Fatal error: not on this thread”.")
    #expect(results[2].checks[0].verdict == .crash)
    #expect(
      results[2].checks[0].explanation.hasSuffix(
        "This step has to end it with exactly “Fatal error: not on this thread”."))
    #expect(results[3].checks[0].verdict == .crash)
    #expect(results[4].checks[0].explanation == results[1].checks[0].explanation)
  }

  @Test
  func `says that a variable was used while it was being modified`() throws {
    let file = try submission.subject(
      on: "observers.removeAll { _ in observers.isEmpty }", as: "Overlapping.swift")
    let exercise = Exercise.standIn([Check("It sends", lines: ["subscribe ann", "next 1"])])
    let check = submission.grade([file], as: exercise).exercises[0].checks[0]
    #expect(check.verdict == .crash)
    #expect(check.explanation.contains("a variable was used while it was being modified"))
  }

  @Test
  func `reports an invalid script as its own error`() {
    let exercise = Exercise.standIn([
      Check("Unknown", lines: ["subscribe ann", "jump"]),
      Check("No number", lines: ["next seven"]),
      Check("No name", lines: ["subscribe"]),
      Check("Odd", lines: ["subscribe ann dancing"]),
    ])
    let file = PackageFolder.tested.solution(.publishSubject)
    let checks = submission.grade([file], as: exercise).exercises[0].checks
    #expect(Set(checks.map(\.verdict)) == [.graderError])
    let reasons = checks.map {
      $0.explanation.trimmingPrefix("A script of PublishSubject is wrong: ")
    }
    #expect(
      reasons == [
        "no step is called “jump”.", "argument 1 of the step “next seven” is not a number.",
        "the step “subscribe” has no argument 1.",
        "argument 2 of the step “subscribe ann dancing” is not “leaving”, “dropping”, “inviting”, "
          + "“sending” or “completing”.",
      ])
  }

  @Test
  func `reports the help of the misconception that the events show`() throws {
    let exercise = Exercise.standIn(
      [Check("It sends", lines: ["subscribe ann", "next 2"])],
      misconceptions: [
        Misconception("sends-nothing", "Think of sending.") { $0.actual.isEmpty },
        Misconception("sends-twice", "Think of once.") { $0.actual.count == 2 },
      ])
    let twice = "observers.forEach { $0(signal); $0(signal) }"
    let files = [
      try submission.subject(on: "", as: "Nothing.swift"),
      try submission.subject(on: twice, as: "Twice.swift"),
    ]
    let help = submission.grade(files, as: exercise).exercises.map(\.checks[0].help)
    #expect(help == ["Think of sending.", "Think of once."])
  }

  @Test
  func `gives the same result for the same seed, and other scripts for another`() throws {
    let file = try submission.subject(on: "print(signal); observers.last?(signal)")
    let other = try submission.subject(on: "", as: "Other.swift")
    let context = try GradingContext(
      package: .tested, options: .init(), workspace: Workspace(), runner: ChildRunner())
    let grade = { (file: URL, seed: UInt64) in
      var options = Grader.Options()
      options.seed = seed
      let grading = ExerciseGrading(.init(.publishSubject, file: file), options: options) { _ in }
      var result = grading.result(in: .success(context)) { 0 }
      result.checks = result.checks.map { check in
        var check = check
        check.seconds = 0
        return check
      }
      return result
    }
    let first = grade(file, 7)
    _ = grade(other, 7)
    let again = grade(file, 7)
    let different = grade(file, 8)
    #expect(first == again)
    #expect(first.summary == different.summary)
    #expect(first != different)
  }

  @Test
  func `that is cancelled ends its processes and leaves no files`() throws {
    let file = try submission.subject(on: "while true {}")
    let place = submission.folder.appending(path: "graders")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let workspace = Workspace(in: place)
    var options = Grader.Options()
    options.limits.cpuSeconds = 600
    let grader = Grader(
      package: .tested, options: options, workspace: workspace, runner: ChildRunner())
    let cancelled = DispatchGroup()
    let result = grader.grade([.init(.publishSubject, file: file)]) { progress in
      guard case .checking = progress else { return }
      cancelled.enter()
      Thread {
        grader.cancel()
        cancelled.leave()
      }.start()
    }
    cancelled.wait()
    #expect(result.exercises[0].verdict == .graderError)
    #expect(result.exercises[0].checks[0].explanation == "The grading was cancelled.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == [])
  }

  @Test
  func `explains all steps of a report, not only the first difference`() throws {
    let submission = try Submission()
    let solution = try String(
      contentsOf: PackageFolder.tested.solution(.observedName), encoding: .utf8)
    let reading = solution.replacing(
      "guard let name else { return \"No name\" }",
      with: "guard let name = try? chain.get() else { return \"No name\" }")
    let check = submission.grade([try submission.file(reading)], as: .observedName)
      .exercises[0].checks[1]
    let steps = check.difference?.steps ?? []
    #expect(reading != solution)
    #expect(steps.last?.hasPrefix("outside ") == true)
    #expect(steps.contains { $0.hasPrefix("show ") })
    #expect(
      check.explanation.hasSuffix("\nThe step “show” makes a view that reads that property."))
  }
}
