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
