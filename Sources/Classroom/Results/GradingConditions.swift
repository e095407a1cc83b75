package import Grading

/// The parameters of a grading, the same for all learners of a class. Results depend only on them
/// and on the texts.
package struct GradingConditions: Sendable, Equatable, Codable {
  package let seed: UInt64
  /// The version line of the compiler.
  package let toolchain: String
  package let isolation: IsolationLevel
  package let workbook: String
  package let exercises: [String]
  /// The hash of all checks and of the scripts that the seed generates for them.
  let checks: String
  /// The part of the class that was graded. Nil for all.
  package var shard: Shard?

  package init(
    seed: UInt64, toolchain: String, isolation: IsolationLevel, exercises: [Exercise],
    shard: Shard? = nil
  ) {
    self.seed = seed
    self.toolchain = toolchain
    self.isolation = isolation
    workbook = WorkbookVersion.current
    self.exercises = exercises.map(\.name)
    checks = SHA256.hex(exercises.map { Self.checks(of: $0, seed: seed) }.joined(separator: "\n"))
    self.shard = shard
  }

  private static func checks(of exercise: Exercise, seed: UInt64) -> String {
    exercise.checks.enumerated().map { index, check in
      var generator = SeededGenerator(seed: seed, exercise: exercise.name, check: index)
      return "\(check.name) \(check.points) \(check.scripts(&generator))"
    }.joined(separator: "\n")
  }
}

/// The key of a stored result: a text of an exercise, graded under some conditions. Identical texts
/// share a result.
struct GradingKey: Hashable, Sendable {
  let exercise: String
  let path: String

  init(_ file: SubmissionSnapshot.File, _ conditions: GradingConditions) {
    exercise = file.exercise
    let text =
      file.hash ?? "\(file.refusal?.verdict.rawValue ?? "") \(file.refusal?.sentence ?? "")"
    let hash = SHA256.hex(
      [
        file.exercise, text, "\(conditions.seed)", conditions.toolchain,
        conditions.isolation.rawValue, conditions.workbook, conditions.checks,
      ].joined(separator: "\n"))
    path = "data/graded/\(file.exercise)-\(hash.prefix(32)).json"
  }
}
