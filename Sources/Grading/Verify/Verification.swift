internal import Concurrency
internal import Foundation
internal import Processes

/// Grades all files whose verdict is known, and follows the links of hints.
package final class Verification: Sendable {
  private let package: PackageFolder
  private let seeds: [UInt64]
  private let threads: Int
  private let runner = ChildRunner()

  package init(package folder: PackageFolder, seeds: [UInt64] = Array(1...20), threads: Int = 3) {
    package = folder
    self.seeds = seeds
    self.threads = threads
  }

  /// Verifies the exercises, several at a time, first those that look for races, which take long.
  /// Blocks. `graded` is called on several threads with an exercise, and the numbers of its graded
  /// files and of all; `progress` with each finding, after its exercise and those before it.
  package func run(
    _ exercises: [Exercise] = Catalog.all, catalog: [Exercise] = Catalog.all,
    graded: @escaping @Sendable (_ exercise: String, _ done: Int, _ count: Int) -> Void = {
      _, _, _ in
    },
    progress: (Finding) -> Void = { _ in }
  ) -> VerificationResult {
    let start = ContinuousClock.now
    let omissions = ExerciseInventory(package: package, catalog: catalog).findings
    // First those of exercises that are not in the catalog.
    let known = Set(catalog.map(\.name))
    var findings = omissions.filter { !known.contains($0.exercise) }
    findings.forEach(progress)
    let verified = exercises.filter { !$0.isGradedByTeacher }.map { ($0, OneShot<[Finding]>()) }
    let context = Result { () throws(GradingError) in
      try GradingContext(package: package, options: .init(), runner: runner)
    }
    Thread { [self] in
      let (first, rest) = (verified.filter(\.0.findsRaces), verified.filter { !$0.0.findsRaces })
      _ = (first + rest).concurrentMap(threads: threads) { exercise, found in
        let verifier = ExerciseVerifier(
          exercise: exercise, package: self.package, seeds: self.seeds)
        found.fulfill(verifier.findings(in: context) { graded(exercise.name, $0, $1) })
      }
    }.start()
    for (exercise, found) in verified {
      let found = found.wait() + omissions.filter { $0.exercise == exercise.name }
      found.forEach(progress)
      findings += found
    }
    runner.workspace.remove()
    return VerificationResult(
      findings: findings, seedCount: seeds.count,
      isolation: IsolationProbe.ofThisMachine.level,
      seconds: start.elapsedSeconds)
  }

  /// Ends the current gradings, as ``Grader/cancel()`` does.
  package func cancel() { runner.cancel() }
}

package struct VerificationResult: Sendable {
  /// In the order of the exercises, and within each in the order of `Finding.Subject`.
  package let findings: [Finding]
  package let seedCount: Int
  package let isolation: IsolationLevel
  package let seconds: Double

  /// Wrong variants that pass with some seed, as `PublishSubject: newest-observer-first`.
  package var survivors: [String] {
    findings.filter { $0.subject == .wrong && $0.passes }.map { "\($0.exercise): \($0.name)" }
  }

  package var wrongCount: Int { findings.count { $0.subject == .wrong } }

  package var isGood: Bool { findings.allSatisfy(\.isGood) }
}

/// One result of verifying the workbook.
package struct Finding: Sendable, Hashable, Codable {
  package enum Subject: String, Sendable, Hashable, Codable, CaseIterable {
    /// The untouched file fails without a crash.
    case stub
    /// The reference solution passes, and a person need not read any of its lines.
    case solution
    /// Each alternative does so as well.
    case alternative
    /// Each wrong variant fails with each seed, and gets only help that applies to it.
    case wrong = "wrong variant"
    /// Each misconception does so as well, and gets its own help first.
    case misconception
    /// The task is well-formed, its hints lead to headings, no form or variant is missing, and the
    /// solution plays the examples of its scene.
    case task
    /// No part of the exercise is missing.
    case inventory
  }

  package let exercise: String
  package let subject: Subject
  /// The name of a file or a variant. Empty for the other subjects.
  package let name: String
  package let isGood: Bool
  /// The problem, as a sentence. Empty if there is none.
  package let problem: String
  /// Whether a wrong variant passes.
  package var passes = false

  init(_ exercise: String, _ subject: Subject, name: String = "", problem: String) {
    self.exercise = exercise
    self.subject = subject
    self.name = name
    self.problem = problem
    isGood = problem.isEmpty
  }

  private enum CodingKeys: String, CodingKey {
    case exercise, subject, name, isGood
    // The key of `data-layer-workbook/verification/v1`.
    case problem = "trouble"
  }
}
