internal import Concurrency
package import Foundation
package import Processes

/// Grades attempts: compiles each, runs each script in its own process, and compares events with
/// the reference solution's. Fails closed: each check has a result, only a passed one has points.
package final class Grader: Sendable {
  /// An exercise, and the text that should solve it.
  package struct Attempt: Sendable {
    package let exercise: Exercise
    /// The text, or why it cannot be graded.
    let text: Result<String, SubmittedFile.Refusal>

    package init(_ exercise: Exercise, text: Result<String, SubmittedFile.Refusal>) {
      self.exercise = exercise
      self.text = text
    }

    package init(_ exercise: Exercise, file: URL) {
      self.init(
        exercise,
        text: Result { () throws(SubmittedFile.Refusal) in try SubmittedFile.text(of: file) })
    }
  }

  /// Receives each compiler and each learner's program before it is started, without isolation and
  /// limits, and its whole input, on the grader's threads.
  package typealias Log = @Sendable (_ command: ChildCommand, _ input: String) -> Void

  package struct Options: Sendable {
    package var seed: UInt64 = 1
    package var limits = Limits()
    /// The isolation of learners' programs. By default the strongest that the machine allows.
    package var isolation: IsolationLevel?
    /// The number of exercises that are graded at a time.
    package var workers = 2
    /// Whether an untouched file is graded like any other. Otherwise it is TODO.
    package var gradesUntouched = false
    package var log: Log?

    package init() {}
  }

  private let options: Options
  private let runner: ChildRunner
  private let context: Result<GradingContext, GradingError>

  package init(
    package folder: PackageFolder, options: Options = Options(),
    workspace: Workspace = Workspace()
  ) {
    let runner = ChildRunner(in: workspace, log: options.log)
    self.options = options
    self.runner = runner
    context = Result { () throws(GradingError) in
      try GradingContext(package: folder, options: options, runner: runner)
    }
  }

  // A thread that is about to end may retain the workspace until the process ends.
  deinit { runner.workspace.remove() }

  /// Grades the attempts, possibly several at the same exercise. Blocks. Returns the results in
  /// their order. `progress` receives a few words, on several threads at the same time.
  package func grade(
    _ attempts: [Attempt], progress: @escaping @Sendable (String) -> Void = { _ in }
  ) -> GradingResult {
    let start = ContinuousClock.now
    let exercises = attempts.concurrentMap(threads: options.workers) { [context, options] attempt in
      ExerciseGrading(attempt: attempt, options: options, progress: progress).result(in: context)
    }
    let isolation = options.isolation ?? IsolationProbe.ofThisMachine.level
    return GradingResult(
      exercises: exercises, seed: options.seed, isolation: isolation,
      toolchain: (try? Toolchain.current().version) ?? "none",
      seconds: start.elapsedSeconds)
  }

  /// Ends all programs, and returns when they have ended and the temporary folder is removed. A
  /// check that is not complete becomes GRADER-ERROR. May be called on any thread, at any time.
  package func cancel() { runner.cancel() }
}

extension ContinuousClock.Instant {
  var elapsedSeconds: Double { (ContinuousClock.now - self) / .seconds(1) }
}

/// An error of the grader, the machine or an author's file: a learner's program never causes one.
package struct GradingError: Error, Hashable, CustomStringConvertible, LocalizedError {
  package let description: String

  package var errorDescription: String? { description }

  init(_ description: String) { self.description = description }

  package static let noCompiler = GradingError("No `swiftc` is on the search path.")

  static let cancelled = GradingError("The grading was cancelled.")

  /// A failure, without a full stop, and its `errno`.
  package init(_ failure: String, _ code: Int32) {
    description = "\(failure): \(String(cString: strerror(code)))."
  }
}

extension Array where Element: Sendable {
  /// Maps the elements on several threads. Blocks. Returns the results in their order.
  package func concurrentMap<Result: Sendable>(
    threads: Int, _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let results = Locked([Result?](repeating: nil, count: count))
    let rest = Locked(indices)
    let group = DispatchGroup()
    for _ in 0..<Swift.min(Swift.max(threads, 1), count) {
      group.enter()
      let thread = Thread {
        while let index = rest.withLock({ $0.popFirst() }) {
          let result = transform(self[index])
          results.withLock { $0[index] = result }
        }
        group.leave()
      }
      // Reference solutions and their observers may call each other deeply.
      thread.stackSize = 8 * 1024 * 1024
      thread.start()
    }
    group.wait()
    return results.withLock { $0.compactMap(\.self) }
  }
}
