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
