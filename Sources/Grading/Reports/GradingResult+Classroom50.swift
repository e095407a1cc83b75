package import Foundation

extension GradingResult {
  /// Classroom 50's `result.json`: a test per check. All points are whole numbers.
  ///
  /// - Parameters:
  ///   - environment: The variables with the names of classroom, assignment and submission.
  ///   - date: The date of the grading.
  /// - Returns: A JSON object.
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
