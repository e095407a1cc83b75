package import Foundation

/// When Gradescope shows a test to the student. A hidden test also hides the total.
package enum GradescopeVisibility: String, CaseIterable, Sendable {
  case visible
  case afterDueDate = "after_due_date"
  case afterPublished = "after_published"
  case hidden
}

extension GradingResult {
  /// Gradescope's `results.json`: a test per check, and the sum of the points as the score.
  ///
  /// The score is also given in words if the checks are visible.
  package func gradescope(visibility: GradescopeVisibility = .visible) -> String {
    JSONText.encode(GradescopeReport(self, visibility: visibility), naming: .snakeCase)
  }
}

/// The structure that Gradescope documents, with keys in snake case.
private struct GradescopeReport: Encodable {
  struct Test: Encodable {
    let score: Int
    let maxScore: Int
    let status: String
    let name: String
    let nameFormat = "text"
    let number: String
    let output: String
    let outputFormat = "text"
    let tags: [String]
    let visibility: String
    let extraData: [String: String]
  }

  struct Grading: Encodable {
    let workbook: String
    let toolchain: String
    let seed: UInt64
    let isolation: String
    let work: String?
    let date: String?
    let unused: [String]
    /// The SHA-256 of each file, by its exercise.
    let files: [String: String]
    let review: [String: [ReviewLine]]
  }

  let score: Int
  let executionTime: Double
  let output: String
  let outputFormat = "text"
  let testOutputFormat = "text"
  let testNameFormat = "text"
  let visibility = "visible"
  let stdoutVisibility = "hidden"
  let extraData: Grading
  let tests: [Test]

  init(_ result: GradingResult, visibility: GradescopeVisibility) {
    score = result.score
    executionTime = result.seconds.wholeMilliseconds
    extraData = Grading(
      workbook: WorkbookVersion.current, toolchain: result.toolchain.nonEmpty, seed: result.seed,
      isolation: result.isolation.rawValue, work: result.work?.name,
      date: result.work?.date.ISO8601Format(), unused: result.work?.unused ?? [],
      files: result.files, review: result.reviewed)
    let total = "\(result.score) of \(result.maximum) points\n"
    output =
      (visibility == .visible ? total : "")
      + "seed \(result.seed), isolation: \(result.isolation.rawValue)"
    tests = result.exercises.flatMap { exercise in
      exercise.checks.map { check in
        Test(
          score: check.score, maxScore: check.maximum,
          status: check.verdict == .pass ? "passed" : "failed",
          name: "\(exercise.exercise): \(check.name)", number: check.number,
          output: exercise.account(of: check),
          tags: [exercise.chapter, exercise.exercise, check.verdict.rawValue].map(\.nonEmpty),
          visibility: visibility.rawValue, extraData: ["verdict": check.verdict.rawValue])
      }
    }
  }
}

extension GradingResult {
  fileprivate var files: [String: String] {
    exercises.reduce(into: [:]) { $0[$1.exercise] = $1.sha256 }
  }

  fileprivate var reviewed: [String: [ReviewLine]] {
    exercises.reduce(into: [:]) { if !$1.review.isEmpty { $0[$1.exercise] = $1.review } }
  }
}

extension ExerciseResult {
  /// The verdict, the exercise's message and the check's details as one text.
  package func account(of check: CheckResult) -> String {
    let isTold = check.verdict == .pass || message == check.explanation
    let reason = isTold ? [] : message.map { [$0, ""] } ?? []
    return ([check.verdict.rawValue] + reason + check.details()).joined(separator: "\n")
  }
}

extension GradingResult {
  /// Classroom 50's `result.json`: a test per check. All points are whole numbers. Variables of the
  /// environment have the names of classroom, assignment and submission.
  package func classroom50(environment: [String: String], date: Date) -> String {
    JSONText.encode(ClassroomReport(self, environment: environment, date: date))
  }
}

private struct ClassroomReport: Encodable {
  struct Test: Encodable {
    enum CodingKeys: String, CodingKey {
      case name = "test-name"
      case passed
      case score
      case maximum = "max-score"
    }

    let name: String
    let passed: Bool
    let score: Int
    let maximum: Int
  }

  enum CodingKeys: String, CodingKey {
    case schema, classroom, assignment, submission, commit, release, review, datetime, score
    case maximum = "max-score"
    case tests
  }

  let schema = "classroom50/result/v1"
  let classroom: String
  let assignment: String
  let submission: String
  let commit: String
  let release: String
  let review: String
  let datetime: String
  let score: Int
  let maximum: Int
  let tests: [Test]

  init(_ result: GradingResult, environment: [String: String], date: Date) {
    let value = { (name: String) in environment[name].flatMap { $0.isEmpty ? nil : $0.cleaned() } }
    classroom = value("CLASSROOM") ?? "unknown"
    assignment = value("ASSIGNMENT") ?? "unknown"
    submission = value("SUBMISSION_TAG") ?? "unknown"
    commit = value("COMMIT_URL") ?? "unknown"
    release = value("RELEASE_URL") ?? "unknown"
    review = value("REVIEW_URL") ?? commit
    datetime = date.ISO8601Format()
    score = result.score
    maximum = result.maximum
    tests = result.exercises.flatMap { exercise in
      exercise.checks.map { check in
        Test(
          name: "\(check.number) \(exercise.exercise): \(check.name)",
          passed: check.verdict == .pass, score: check.score, maximum: check.maximum)
      }
    }
  }
}
