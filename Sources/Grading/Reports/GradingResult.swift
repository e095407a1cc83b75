/// The result of a submission. Every report is written from this value, so all reports agree.
public struct GradingResult: Sendable, Hashable, Codable {
  public let exercises: [ExerciseResult]
  /// What the scripts were drawn from: the same seed gives the same scripts.
  public let seed: UInt64
  public let isolation: IsolationLevel
  /// The compiler's own version line.
  public let toolchain: String
  /// Seconds, everything included.
  public let seconds: Double

  public init(
    exercises: [ExerciseResult], seed: UInt64, isolation: IsolationLevel, toolchain: String,
    seconds: Double
  ) {
    self.exercises = exercises
    self.seed = seed
    self.isolation = isolation
    self.toolchain = toolchain
    self.seconds = seconds
  }

  public var score: Int { exercises.reduce(0) { $0 + $1.score } }
  public var maximum: Int { exercises.reduce(0) { $0 + $1.maximum } }
}

extension GradingResult {
  /// A result without points, which is written before grading starts and remains if grading never ends.
  package static func unfinished(
    _ exercises: [(number: Int, exercise: Exercise)], seed: UInt64, isolation: IsolationLevel,
    toolchain: String
  ) -> GradingResult {
    let message =
      "Grading was begun and did not end: the machine, the grader or its time limit stopped it."
    let results = exercises.map { number, exercise in
      ExerciseResult(
        exercise: exercise.name, chapter: exercise.chapter, verdict: .graderError,
        checks: exercise.checks.enumerated().map { index, check in
          CheckResult(
            number: "\(number).\(index + 1)", name: check.name, verdict: .graderError, score: 0,
            maximum: check.points)
        },
        message: message, seconds: 0)
    }
    return GradingResult(
      exercises: results, seed: seed, isolation: isolation, toolchain: toolchain, seconds: 0)
  }
}

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

/// The result of one check.
public struct CheckResult: Sendable, Hashable, Codable {
  /// `1.3` is the third check of the first exercise.
  public let number: String
  /// A sentence that says what is checked.
  public let name: String
  public let verdict: Verdict
  public let score: Int
  public let maximum: Int
  /// What a learner needs to act: what differed, the crash's message, which check is in the way. Empty for PASS.
  public let explanation: String
  /// The steps up to the one where it went wrong, the first event that differed. Nil where no events were compared.
  public let difference: Difference?
  /// The help for the misconception that the events show, if there is one.
  public let help: String?
  /// What the learner's program printed, cleaned; shown and never parsed.
  public let output: String

  public init(
    number: String, name: String, verdict: Verdict, score: Int, maximum: Int,
    explanation: String = "", difference: Difference? = nil, help: String? = nil,
    output: String = ""
  ) {
    self.number = number
    self.name = name
    self.verdict = verdict
    self.score = score
    self.maximum = maximum
    self.explanation = explanation
    self.difference = difference
    self.help = help
    self.output = output
  }
}
