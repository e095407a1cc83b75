import Concurrency
import Foundation
import Processes
import TestSupport
import Testing

@testable import Grading

@Suite(.blocking)
struct `The grader` {
  let submission: SubmittedFolder
  init() throws { submission = try SubmittedFolder() }

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
    #expect(result.exercises.map(\.verdict) == [.pass, .todo])
    #expect(result.score == 5)
    #expect(result.maximum == 10)
    #expect(result.isolation == IsolationProbe.ofThisMachine.level)
    #expect(result.toolchain.contains("Swift version"))
  }

  @Test
  func `gives points for each passed check, and blocks checks that need a failed one`() throws {
    let exercise = Exercise.standIn([
      Check("It accepts a signal", lines: ["next 1"]),
      Check("It sends", lines: ["next 1", "subscribe ann", "next 2", "next 7"]),
      Check("It sends to all observers", needs: [2], lines: ["subscribe bob", "next 8"]),
      Check("It ends", lines: ["subscribe ann", "complete"]),
      Check("It changes its observers", lines: ["subscribe ann", "next 4"]),
    ])
    let result = try SubmittedFolder.gradeVarious(as: exercise)
    let explanations = result.checks.map(\.explanation)
    #expect(
      result.summary == [
        "1.1 PASS 1/1", "1.2 FAIL 0/1", "1.3 BLOCKED 0/1", "1.4 PASS 1/1", "1.5 CRASH 0/1",
      ])
    #expect(result.verdict == .fail)
    #expect(
      result.checks[1].difference
        == Difference(
          steps: ["next 1", "subscribe ann", "next 2", "next 7"], expected: ["ann next(7)"],
          actual: []))
    #expect(explanations[1] == "After “next 7”, expected “ann next(7)”; actual: nothing.")
    #expect(explanations[2] == "Check 1.2, “It sends”, has to pass first.")
    #expect(explanations[4].contains("a variable was used while it was being modified"))
  }

  @Test
  func `accepts exactly the expected crash at the last step, and no other`() throws {
    let said = "not on this thread"
    let steps = (1...5).map { ["subscribe ann", "next \($0)"] }
    let exercise = Exercise.standIn(
      zip(["Confined", "Quiet", "Loud", "Longer", "Asserting"], steps).map {
        Check($0, lines: $1, crash: said)
      } + [
        Check("Too late", lines: ["next 1", "next 2"], crash: said),
        Check("Other words", lines: steps[0], crash: "another message"),
        Check("No crash", lines: ["next 1", "subscribe ann"], crash: said),
      ])
    let file = try submission.subject(
      on: """
        switch signal {
        case .next(1): fatalError("\(said)")
        case .next(3): fatalError(String(repeating: "much\\n", count: 3000) + "\(said)")
        case .next(4): fatalError("\(said), but elsewhere")
        // Nothing is left of it in a release build.
        case .next(5): assertionFailure("\(said)")
        default: break
        }
        """)
    let checks = submission.grade([file], as: exercise).exercises[0].checks
    let explanations = checks.map(\.explanation)
    let exactly = "This step has to end it with exactly “Fatal error: "
    let crashed = "the program crashed: Exercise.swift:7: Fatal error: not on this thread"
    let verdicts: [Verdict] = [.pass, .fail, .crash, .crash, .fail, .crash, .crash, .crash]
    #expect(checks.map(\.verdict) == verdicts)
    #expect(checks.map(\.score) == [1, 0, 0, 0, 0, 0, 0, 0])
    for (place, number) in [(1, 2), (4, 5)] {
      #expect(
        explanations[place]
          == "At step 2 of 2, “next \(number)” after “subscribe ann”, the program continued. "
          + exactly + "not on this thread”.")
    }
    #expect(explanations[2].hasSuffix(exactly + "not on this thread”."))
    #expect(explanations[5] == "At step 1 of 2, “next 1”, \(crashed)")
    #expect(
      explanations[6] == "At step 2 of 2, “next 1” after “subscribe ann”, \(crashed)\n"
        + exactly + "another message”.")
  }

  @Test
  func `reports an invalid script as its own error`() throws {
    let exercise = Exercise.standIn([
      Check("Unknown", lines: ["subscribe ann", "jump"]),
      Check("No number", lines: ["next seven"]),
      Check("No name", lines: ["subscribe"]),
      Check("Odd", lines: ["subscribe ann dancing"]),
    ])
    let checks = try SubmittedFolder.gradeVarious(as: exercise).checks
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
  func `reports the help that the events show, and a pointer that no word names`() throws {
    let exercise = Exercise.standIn(
      [1, 3].map { Check("It sends \($0)", lines: ["subscribe ann", "next \($0)"]) },
      misconceptions: [
        Misconception("sends-on-a-queue", at: "subscribe", "next") { $0.actual.isEmpty },
        Misconception("keeps-no-order") { $0.actual.count == 2 },
      ])
    let result = submission.grade([try submission.various()], as: exercise).exercises[0]
    let help = try PackageFolder.tested.help(of: exercise)
    #expect(result.checks.map(\.help) == [help["sends-on-a-queue"], help["keeps-no-order"]])
    #expect(help["keeps-no-order"]?.hasSuffix("in which they were added?") == true)
    let error = #expect(throws: GradingError.self) {
      try PackageFolder(submission.folder).help(of: exercise)
    }
    #expect(error?.description.contains("Mistakes.diff”, which cannot be read: ") == true)
    // Of `strdup`. The file of C is no pointer to review.
    #expect(result.review.map(\.word) == ["pointer"])
    #expect(result.review.first?.text.hasPrefix("if let place = strdup") == true)
  }

  @Test
  func `gives the same result for the same seed, and other scripts for another`() throws {
    let grade = { (seed: UInt64) in
      var result = try SubmittedFolder.gradeVarious(as: .publishSubject, seed: seed)
      for index in result.checks.indices { result.checks[index].seconds = 0 }
      return result
    }
    let first = try grade(7)
    let different = try grade(8)
    let again = try grade(7)
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
    let grader = Grader(package: .tested, options: options, workspace: workspace)
    let cancelled = DispatchGroup()
    let result = grader.grade([.init(.publishSubject, file: file)]) { progress in
      guard progress.hasPrefix("checking") else { return }
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
}
