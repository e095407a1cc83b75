internal import Concurrency
internal import Foundation

/// Grades everything whose verdict is known (stubs, solutions, alternatives, variants) and follows the links of hints.
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
  ///   - exercises: The exercises to verify; all by default.
  ///   - catalog: All exercises there are.
  ///   - progress: called with each finding, when its exercise is done.
  /// - Returns: All findings.
  package func run(
    _ exercises: [Exercise] = Catalog.exercises, catalog: [Exercise] = Catalog.exercises,
    progress: (Finding) -> Void = { _ in }
  ) -> VerificationResult {
    let clock = ContinuousClock()
    let started = clock.now
    let omissions = ExerciseInventory(of: package, catalog: catalog).omissions
    // What the catalog does not know belongs to no exercise.
    let known = Set(catalog.map(\.name))
    var findings = omissions.filter { !known.contains($0.exercise) }.map(Self.finding)
    findings.forEach(progress)
    for exercise in exercises {
      // One for each, because the programs of all exercises would fill a small disk.
      let workspace = Workspace()
      self.workspace.withLock { $0 = workspace }
      let found =
        ExerciseVerifier(exercise, package: package, options: options)
        .findings(in: workspace, by: runner)
        + omissions.filter { $0.exercise == exercise.name }.map(Self.finding)
      workspace.remove()
      found.forEach(progress)
      findings += found
    }
    return VerificationResult(
      findings: findings, isolation: options.isolation ?? IsolationProbe.ofThisMachine.level,
      seconds: (clock.now - started).inSeconds)
  }

  private static func finding(_ omission: ExerciseInventory.Omission) -> Finding {
    Finding(
      exercise: omission.exercise, subject: .inventory, name: "", isGood: false,
      trouble: omission.problem)
  }

  /// Ends what runs, as ``Grader/cancel()`` does; the exercises that were not done have findings that say so.
  package func cancel() {
    runner.cancel()
    workspace.withLock { $0 }?.remove()
  }
}
