internal import Foundation

/// Grades what the workbook knows about its own exercises: stubs, solutions, alternatives, variants; and follows hints.
package struct Verification: Sendable {
  private let package: PackageFolder
  private let options: Grader.Options

  /// - Parameter options: as for a grading.
  package init(package folder: PackageFolder, options: Grader.Options = .init()) {
    package = folder
    self.options = options
  }

  /// Verifies the exercises one after the other; blocks.
  ///
  /// - Parameter progress: called with each finding, when the exercise is done.
  package func run(
    _ exercises: [Exercise] = Catalog.exercises, progress: (Finding) -> Void = { _ in }
  ) -> VerificationResult {
    let clock = ContinuousClock()
    let started = clock.now
    let workspace = Workspace()
    defer { workspace.remove() }
    var isolation = IsolationLevel.processGroup
    var findings: [Finding] = []
    for exercise in exercises {
      let examined = Examination(exercise, package: package, options: options)
        .findings(in: workspace)
      isolation = examined.isolation
      examined.findings.forEach(progress)
      findings += examined.findings
    }
    return VerificationResult(
      findings: findings, isolation: isolation, seconds: (clock.now - started).inSeconds)
  }
}
