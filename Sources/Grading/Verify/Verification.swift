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
      problem: omission.problem)
  }

  /// Ends what runs, as ``Grader/cancel()`` does; the exercises that were not done have findings that say so.
  package func cancel() {
    runner.cancel()
    workspace.withLock { $0 }?.remove()
  }
}

/// Whether the workbook's exercises are what they claim to be.
package struct VerificationResult: Sendable {
  /// In the order of the exercises, and within each in the order of `Finding.Subject`.
  package let findings: [Finding]
  package let isolation: IsolationLevel
  /// Seconds, everything included.
  package let seconds: Double

  /// Wrong variants that kept all points, as `PublishSubject: tells-in-reverse`.
  package var survivors: [String] {
    findings.filter { $0.subject == .wrong && !$0.isGood }.map { "\($0.exercise): \($0.name)" }
  }

  /// How many wrong variants there are.
  package var wrongCount: Int { findings.count { $0.subject == .wrong } }

  /// Whether all is well; of the wrong variants, one in fifty may survive.
  package var isGood: Bool {
    findings.allSatisfy { $0.isGood || $0.subject == .wrong } && survivors.count * 50 <= wrongCount
  }
}

/// One result of verifying the workbook.
package struct Finding: Sendable, Hashable, Codable {
  package enum Subject: String, Sendable, Hashable, Codable, CaseIterable {
    /// The file as it is handed out is unsolved, and fails without a crash.
    case stub
    /// The reference solution gets full points.
    case solution
    /// So does each other solution.
    case alternative
    /// Each wrong variant loses points.
    case wrong = "wrong variant"
    /// Each misconception gets its own help.
    case misconception
    /// The task has its form, and its hints lead to headings that exist.
    case task
    /// Each place that an exercise needs has it.
    case inventory
  }

  package let exercise: String
  package let subject: Subject
  /// Which of several: a file's or a variant's name. Empty for the others.
  package let name: String
  package let isGood: Bool
  /// What is wrong, in a sentence; empty when nothing is.
  package let problem: String

  private enum CodingKeys: String, CodingKey {
    case exercise, subject, name, isGood
    // The key of `data-layer-workbook/verification/v1`.
    case problem = "trouble"
  }
}
