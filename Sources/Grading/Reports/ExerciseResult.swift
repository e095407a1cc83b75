/// The result of one exercise: its checks, in the order in which they are declared.
public struct ExerciseResult: Sendable, Hashable, Codable {
  public let exercise: String
  public let chapter: String
  /// PASS when every check passed, otherwise the verdict of the first that did not.
  public let verdict: Verdict
  public let checks: [CheckResult]
  /// The compiler's first error with its line, for BUILD; the grader's trouble, for GRADER-ERROR.
  public let message: String?
  /// Seconds, building included.
  public let seconds: Double

  public init(
    exercise: String, chapter: String, verdict: Verdict, checks: [CheckResult], message: String?,
    seconds: Double
  ) {
    self.exercise = exercise
    self.chapter = chapter
    self.verdict = verdict
    self.checks = checks
    self.message = message
    self.seconds = seconds
  }

  public var score: Int { checks.reduce(0) { $0 + $1.score } }
  public var maximum: Int { checks.reduce(0) { $0 + $1.maximum } }
}
