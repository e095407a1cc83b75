internal import Concurrency
internal import Foundation

/// Grades what the workbook knows about its own exercises: stubs, solutions, alternatives, variants; and follows hints.
package final class Verification: Sendable {
  private let package: PackageFolder
  private let options: Grader.Options
  private let runner = ChildRunner()
  private let workspace = Locked<Workspace?>(nil)

  /// - Parameters:
  ///   - folder: the workbook.
  ///   - options: as for a grading.
  package init(package folder: PackageFolder, options: Grader.Options = .init()) {
    package = folder
    self.options = options
  }

  /// Verifies the exercises one after the other; blocks.
  ///
  /// - Parameters:
  ///   - exercises: all of them, if nothing else is wanted.
  ///   - progress: called with each finding, when its exercise is done.
  /// - Returns: All findings.
  package func run(
    _ exercises: [Exercise] = Catalog.exercises, progress: (Finding) -> Void = { _ in }
  ) -> VerificationResult {
    let clock = ContinuousClock()
    let started = clock.now
    var findings: [Finding] = []
    for exercise in exercises {
      // One for each, because the programs of all exercises would fill a small disk.
      let workspace = Workspace()
      self.workspace.withLock { $0 = workspace }
      let found = ExerciseVerifier(exercise, package: package, options: options)
        .findings(in: workspace, by: runner)
      workspace.remove()
      found.forEach(progress)
      findings += found
    }
    return VerificationResult(
      findings: findings, isolation: options.isolation ?? IsolationProbe.ofThisMachine.level,
      seconds: (clock.now - started).inSeconds)
  }

  /// Ends what runs, as ``Grader/cancel()`` does; the exercises that were not done have findings that say so.
  package func cancel() {
    runner.cancel()
    workspace.withLock { $0 }?.remove()
  }
}
