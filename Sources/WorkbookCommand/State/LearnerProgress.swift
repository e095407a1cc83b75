internal import Grading

/// What is remembered of a learner's way through the exercises.
struct LearnerProgress: Codable, Equatable, Sendable {
  /// One exercise.
  struct Entry: Codable, Equatable, Sendable {
    /// The verdict of the last check, of a file with this fingerprint.
    var verdict: Verdict?
    var fingerprint: String?
    var score = 0
    /// Whether it has ever passed; an edit or a reset does not take that back.
    var hasPassed = false
    /// Whether the solution was shown before it had passed.
    var hasGivenUp = false
    /// How many hints were shown.
    var hintCount = 0
    /// The attempt that the last undo brought back.
    var undonePosition: Int?
  }

  private var entries: [String: Entry] = [:]

  /// By the exercise's name; an untouched exercise has an empty entry.
  subscript(exercise: String) -> Entry {
    get { entries[exercise, default: Entry()] }
    set { entries[exercise] = newValue }
  }

  /// Takes a verdict over.
  mutating func record(_ result: ExerciseResult, fingerprint: String) {
    self[result.exercise].verdict = result.verdict
    self[result.exercise].fingerprint = fingerprint
    self[result.exercise].score = result.score
    if result.verdict == .pass { self[result.exercise].hasPassed = true }
  }
}
