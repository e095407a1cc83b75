public import Foundation

/// The result of a submission. All reports are made from this value, so they agree.
public struct GradingResult: Sendable, Hashable, Codable {
  public let exercises: [ExerciseResult]
  /// The seed of the scripts. The same seed gives the same scripts.
  public let seed: UInt64
  public let isolation: IsolationLevel
  /// The version line of the compiler.
  public let toolchain: String
  /// The duration of the grading, in seconds.
  public let seconds: Double
  /// The submission. Nil for the workbook's own files.
  public internal(set) var work: SubmittedWork?

  public var score: Int { exercises.reduce(0) { $0 + $1.score } }
  public var maximum: Int { exercises.reduce(0) { $0 + $1.maximum } }

  /// Whether the grader could not do its work for an exercise.
  package var hasGraderError: Bool { exercises.contains(where: \.hasGraderError) }
  /// The score, or `?` after an error of the grader.
  package var points: String { hasGraderError ? "?" : "\(score)" }
  package var handedIn: [ExerciseResult] { exercises.filter { !$0.isMissing } }
  /// The other exercises and their points, in a sentence. Nil if there are none.
  package var wordsOfMissing: String? {
    let missing = exercises.filter(\.isMissing)
    guard !missing.isEmpty else { return nil }
    let points = missing.reduce(0) { $0 + $1.maximum }
    return "Not handed in, 0 of \(points) points: "
      + missing.map(\.exercise).joined(separator: ", ") + "."
  }

  package init(
    exercises: [ExerciseResult], seed: UInt64, isolation: IsolationLevel, toolchain: String,
    seconds: Double
  ) {
    self.exercises = exercises
    self.seed = seed
    self.isolation = isolation
    self.toolchain = toolchain
    self.seconds = seconds
  }

  package func of(_ work: SubmittedWork) -> GradingResult {
    var result = self
    result.work = work
    return result
  }

  /// A result without points, which is written before grading and remains if grading does not end.
  package static func unfinished(
    _ exercises: [Exercise], seed: UInt64, isolation: IsolationLevel, toolchain: String
  ) -> GradingResult {
    let message =
      "Grading began and did not finish: the machine, the grader or its time limit stopped it."
    let results = exercises.map { exercise in
      let grading = ExerciseGrading(attempt: .init(exercise, text: .failure(.missing)))
      return grading.exerciseResult(grading.all(.graderError, ""), message: message)
    }
    return GradingResult(
      exercises: results, seed: seed, isolation: isolation, toolchain: toolchain, seconds: 0)
  }
}

/// The result of one exercise, with its checks in their order.
public struct ExerciseResult: Sendable, Hashable, Codable {
  public let exercise: String
  public let chapter: String
  /// PASS if all checks passed, otherwise the verdict of the first that did not.
  public let verdict: Verdict
  public internal(set) var checks: [CheckResult]
  /// For BUILD the compiler's first error with its line, for GRADER-ERROR the error of the grader.
  public let message: String?
  /// The duration, including compilation, in seconds.
  public internal(set) var seconds: Double
  /// The SHA-256 of the text. Nil if there is none.
  public internal(set) var sha256: String?
  /// Lines that a person should read.
  public internal(set) var review: [ReviewLine] = []
  /// Whether there was no file to grade.
  package internal(set) var isMissing = false

  public var score: Int { checks.reduce(0) { $0 + $1.score } }
  public var maximum: Int { checks.reduce(0) { $0 + $1.maximum } }
  /// Whether the grader could not do its work.
  package var hasGraderError: Bool { checks.contains { $0.verdict == .graderError } }
  /// The score, or `?` after an error of the grader.
  package var points: String { hasGraderError ? "?" : "\(score)" }
}

extension ExerciseResult {
  /// The result of an exercise without a text to grade.
  package init(_ exercise: Exercise, refused refusal: SubmittedFile.Refusal) {
    let attempt = Grader.Attempt(exercise, text: .failure(refusal))
    let grading = ExerciseGrading(attempt: attempt)
    self = grading.exerciseResult(grading.all(refusal.verdict, refusal.sentence))
    isMissing = refusal == .missing
  }
}

extension [ExerciseResult] {
  /// The lines that a person should read, by exercise. An exercise without any is left out.
  package var review: [String: [ReviewLine]] {
    reduce(into: [:]) { if !$1.review.isEmpty { $0[$1.exercise] = $1.review } }
  }
}

/// The result of one check.
public struct CheckResult: Sendable, Hashable, Codable {
  /// `1.3` is the third check of the first exercise.
  public let number: String
  /// The requirement, as a sentence.
  public let name: String
  public let verdict: Verdict
  public let score: Int
  public let maximum: Int
  /// The score, or `?` after an error of the grader.
  package var points: String { verdict == .graderError ? "?" : "\(score)" }
  /// The difference, crash message, or blocking check. For PASS, empty, or why a part was skipped.
  public internal(set) var explanation = ""
  /// The first difference of the events. Nil if no events were compared.
  public internal(set) var difference: Difference?
  /// The name of the misconception that the events show, if any. It is not encoded.
  var misconception: String?
  /// The help of the misconception.
  public internal(set) var help: String?
  /// The output of the learner's program, cleaned. It is shown and never parsed.
  public internal(set) var output = ""
  /// The duration, in seconds.
  public internal(set) var seconds = 0.0

  private enum CodingKeys: String, CodingKey {
    case number, name, verdict, score, maximum, explanation, difference, help, output, seconds
  }
}

/// A submission, and when it was graded.
public struct SubmittedWork: Sendable, Hashable, Codable {
  /// The name of the folder, cleaned.
  public let name: String
  public let date: Date
  /// Files that were seen and are not graded, each with the reason, cleaned.
  public let unused: [String]

  package init(name: String, date: Date, unused: [String]) {
    self.name = name.cleaned(upTo: 100, lines: 1)
    self.date = date
    self.unused = unused.map { $0.cleaned(upTo: 200, lines: 1) }
  }
}

package enum ReportFormat: String, CaseIterable, Sendable {
  case text
  case json
  case junit
  case gradescope
  case classroom50
  case markdown

  /// Writes a result in this format. The text depends only on the parameters.
  package func text(
    of result: GradingResult, environment: [String: String], visibility: GradescopeVisibility?
  ) -> String {
    switch self {
    case .text: result.text()
    case .json: result.json()
    case .junit: result.junit()
    case .gradescope: result.gradescope(visibility: visibility ?? .visible)
    case .classroom50: result.classroom50(environment: environment)
    case .markdown: result.markdown()
    }
  }
}
