internal import Concurrency
package import Foundation

/// Grades attempts at exercises: compiles each, runs the scripts with it in processes of their own, and compares its
/// events with those of the reference solution.
///
/// Fails closed: each check has a result whatever goes wrong, and only a check that passed has points.
package final class Grader: Sendable {
  /// One exercise, and the file that claims to solve it.
  package struct Attempt: Sendable {
    package let exercise: Exercise
    package let file: URL

    package init(_ exercise: Exercise, file: URL) {
      self.exercise = exercise
      self.file = file
    }
  }

  /// How far the grader is; reported on its own threads, several at a time.
  package enum Progress: Sendable {
    case building(Exercise)
    /// A check begins; its number is as in ``CheckResult/number``.
    case checking(Exercise, number: String)
    case done(ExerciseResult)
  }

  package struct Options: Sendable {
    /// What scripts are drawn from; the same seed gives the same scripts for an exercise, whatever else is graded.
    package var seed: UInt64 = 1
    package var limits = Limits()
    /// How far learners' programs are kept apart; the strongest that the machine allows by default.
    package var isolation: IsolationLevel?
    /// How many exercises are graded at a time.
    package var workers = 2
    /// Ends an exercise at its first lost point; the checks after it are BLOCKED.
    package var stopsAtFirstLoss = false
    /// Grades an untouched file like any other, instead of TODO.
    package var gradesUntouched = false

    package init() {}
  }

  private let isAlone: Bool
  private let options: Options
  private let runner: ChildRunner
  private let workspace: Workspace
  private let context: Result<GradingContext, GradingError>

  package convenience init(package folder: PackageFolder, options: Options = Options()) {
    Workspace.removeStale()
    self.init(
      package: folder, options: options, workspace: Workspace(), runner: ChildRunner(),
      isAlone: true)
  }

  /// A grader that shares its folder and its children with others.
  init(
    package folder: PackageFolder, options: Options, workspace: Workspace, runner: ChildRunner,
    isAlone: Bool = false
  ) {
    self.isAlone = isAlone
    self.options = options
    self.runner = runner
    self.workspace = workspace
    context = Result { () throws(GradingError) in
      try GradingContext(package: folder, options: options, workspace: workspace, runner: runner)
    }
  }

  // A thread that is about to end may keep the workspace for longer than the process lives.
  deinit { if isAlone { workspace.remove() } }

  /// Grades the attempts; blocks until all are done.
  ///
  /// - Parameters:
  ///   - attempts: may be several at the same exercise.
  ///   - progress: called on the grader's threads, also on several at a time.
  /// - Returns: One result per attempt, in their order.
  package func grade(
    _ attempts: [Attempt], progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) -> GradingResult {
    let clock = ContinuousClock()
    let started = clock.now
    let exercises = attempts.concurrentMap(threads: options.workers) { [context, options] attempt in
      let start = clock.now
      let grading = ExerciseGrading(attempt, options: options, progress: progress)
      let result = grading.result(in: context) { (clock.now - start).inSeconds }
      progress(.done(result))
      return result
    }
    let isolation = options.isolation ?? IsolationProbe.ofThisMachine.level
    return GradingResult(
      exercises: exercises, seed: options.seed, isolation: isolation,
      toolchain: (try? Toolchain.current().version) ?? "none",
      seconds: (clock.now - started).inSeconds)
  }

  /// Ends all programs; a check that was not done becomes GRADER-ERROR. May be called from any thread, at any time.
  ///
  /// Returns when every program has ended and the grader's temporary folder is removed.
  package func cancel() {
    runner.cancel()
    workspace.remove()
  }
}

extension Duration {
  /// As reports state it.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

/// Why the grader could not do its work, as a sentence. It is never the learner's fault.
package struct GradingError: Error, Hashable, CustomStringConvertible, LocalizedError {
  package let description: String

  package var errorDescription: String? { description }

  init(_ description: String) {
    self.description = description
  }

  package static let noCompiler = GradingError("No `swiftc` is on the search path.")

  static let cancelled = GradingError("The grading was cancelled.")

  /// - Parameters:
  ///   - failure: What did not happen, without a full stop.
  ///   - code: The system's reason, an `errno`.
  init(_ failure: String, _ code: Int32) {
    description = "\(failure): \(String(cString: strerror(code)))."
  }
}
