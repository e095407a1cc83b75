internal import Foundation

/// When Gradescope shows a test to the student. A hidden test also hides the total.
package enum GradescopeVisibility: String, CaseIterable, Sendable {
  case visible
  case afterDueDate = "after_due_date"
  case afterPublished = "after_published"
  case hidden
}

extension GradingResult {
  /// Gradescope's `results.json`: a test per check, and the sum of the points as the score. The
  /// score is also given in words if the checks are visible.
  package func gradescope(visibility: GradescopeVisibility = .visible) -> String {
    let total = visibility == .visible ? "\(score) of \(maximum) points\n" : ""
    let grading: JSONTable = [
      "workbook": WorkbookVersion.current, "toolchain": toolchain.nonEmpty, "seed": seed,
      "isolation": isolation.rawValue, "work": work?.name, "date": work?.date.ISO8601Format(),
      "unused": work?.unused ?? [], "files": files, "review": exercises.review,
    ]
    let report: JSONTable = [
      "score": score, "execution_time": seconds.wholeMilliseconds,
      "output": "\(total)seed \(seed), isolation: \(isolation.rawValue)",
      "output_format": "text", "test_output_format": "text", "test_name_format": "text",
      "visibility": "visible", "stdout_visibility": "hidden", "extra_data": grading,
      "tests": tests { $0.gradescope($1, visibility: visibility) },
    ]
    return JSONText.encode(report)
  }

  /// Classroom 50's `result.json`: a test per check, and the date of the ``work``. Points are whole
  /// numbers. Environment variables have the names of classroom, assignment and submission.
  package func classroom50(environment: [String: String]) -> String {
    let value = { (name: String) in
      environment[name].flatMap { $0.isEmpty ? nil : $0.cleaned() } ?? "unknown"
    }
    let review = value("REVIEW_URL")
    let report: JSONTable = [
      "schema": "classroom50/result/v1", "classroom": value("CLASSROOM"),
      "assignment": value("ASSIGNMENT"), "submission": value("SUBMISSION_TAG"),
      "commit": value("COMMIT_URL"), "release": value("RELEASE_URL"),
      "review": review == "unknown" ? value("COMMIT_URL") : review,
      "datetime": work?.date.ISO8601Format(), "score": score, "max-score": maximum,
      "tests": tests { exercise, check in
        [
          "test-name": "\(check.number) \(exercise.exercise): \(check.name)",
          "passed": check.verdict == .pass, "score": check.score, "max-score": check.maximum,
        ]
      },
    ]
    return JSONText.encode(report)
  }

  private func tests(_ test: (ExerciseResult, CheckResult) -> JSONTable) -> [JSONTable] {
    exercises.flatMap { exercise in exercise.checks.map { test(exercise, $0) } }
  }

  private var files: [String: String] {
    exercises.reduce(into: [:]) { $0[$1.exercise] = $1.sha256 }
  }
}

extension ExerciseResult {
  fileprivate func gradescope(_ check: CheckResult, visibility: GradescopeVisibility) -> JSONTable {
    [
      "score": check.score, "max_score": check.maximum,
      "status": check.verdict == .pass ? "passed" : "failed",
      "name": "\(exercise): \(check.name)", "name_format": "text", "number": check.number,
      "output": account(of: check), "output_format": "text",
      "tags": [chapter, exercise, check.verdict.rawValue].map(\.nonEmpty),
      "visibility": visibility.rawValue, "extra_data": ["verdict": check.verdict.rawValue],
    ]
  }

  /// The verdict, the exercise's message and the check's details as one text.
  package func account(of check: CheckResult) -> String {
    let isExplained = check.verdict == .pass || message == check.explanation
    let reason = isExplained ? [] : message.map { [$0, ""] } ?? []
    return ([check.verdict.rawValue] + reason + check.details()).joined(separator: "\n")
  }
}
