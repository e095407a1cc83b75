internal import Foundation

extension GradingResult {
  /// A summary in Markdown for a job's page in GitHub or GitLab. With the final points of a learner
  /// of a class, points that an error of the grader leaves open do not count as 0.
  package func markdown(final: String? = nil) -> String {
    let countsErrors = final == nil
    let points = { (score: Int, open: String) in countsErrors ? "\(score)" : open }
    let rows = handedIn.map { exercise in
      "| \(exercise.exercise) | \(exercise.verdict.rawValue) | "
        + points(exercise.score, exercise.points)
        + " | \(exercise.maximum) | \(exercise.verdict.words) |"
    }
    let total = "| **total** | | **\(points(score, self.points))** | **\(maximum)** | |"
    let checks = handedIn.flatMap(\.checks).map { check in
      "| \(check.number) | \(check.name.escapedForMarkdown) | \(check.verdict.rawValue) "
        + "| \(points(check.score, check.points)) | \(check.maximum) |"
    }
    let table = { (head: String, rows: [String]) in handedIn.isEmpty ? [] : [head] + rows + [""] }
    let verdicts = table(
      "| exercise | verdict | points | of | meaning |\n|---|---|--:|--:|---|", rows + [total])
    let details = table(
      "| check | what it requires | verdict | points | of |\n|---|---|---|--:|--:|", checks)
    let head =
      countsErrors || !hasGraderError
      ? "# \(final ?? "\(score)") of \(maximum) points" : "# Not graded yet"
    let missing = wordsOfMissing.map { [$0, ""] } ?? []
    let origin =
      "Seed \(seed), isolation: \(isolation.rawValue), \(seconds.inSeconds), "
      + toolchain.escapedForMarkdown
    let lines =
      [head, ""] + verdicts + missing + handedIn.flatMap(\.markdown) + details + [origin]
      + markdownOfWork
    return lines.map { $0 + "\n" }.joined()
  }

  /// The submission, the hash of each file, and the lines to read.
  private var markdownOfWork: [String] {
    guard let work else { return [] }
    return [
      "",
      "Work of \(work.name.escapedForMarkdown), graded \(work.date.ISO8601Format()) by workbook "
        + "\(WorkbookVersion.current).", "",
    ] + handedIn.map { "- \($0.exercise): SHA-256 `\($0.sha256 ?? "none")`" }
      + work.unused.map { "- not graded: \($0.escapedForMarkdown)" }
      + markdownOfReview
  }

  /// The lines that a person should read, after a blank line. Empty if there are none.
  package var markdownOfReview: [String] {
    let review = exercises.flatMap { exercise in
      exercise.review.map { "- \(exercise.exercise), \("\($0)".escapedForMarkdown)" }
    }
    return review.isEmpty ? [] : ["", "Lines for a person to read:", ""] + review
  }
}

extension ExerciseResult {
  /// Why no check was made. It is not repeated for each check. Nil if checks were made.
  package var cause: String? {
    switch verdict {
    case .build: message ?? verdict.words
    case .graderError: message
    default: nil
    }
  }

  /// The details of failed checks, in code blocks so that learners' text is not interpreted.
  fileprivate var markdown: [String] {
    let reported = checks.filter { $0.verdict.kind == .failed || $0.verdict.kind == .broken }
    guard !reported.isEmpty else { return [] }
    let accounts = cause.map { [$0] } ?? reported.map { "\($0.number) \(account(of: $0))" }
    return ["## \(exercise)", ""] + accounts.flatMap { [$0.fencedForMarkdown, ""] }
  }
}

extension String {
  package var escapedForMarkdown: String {
    reduce(into: "") { text, character in
      if #"\`*_{}[]<>#|!&~"#.contains(character) { text.append("\\") }
      text.append(character)
    }
  }

  /// A code block whose fence is longer than any row of backticks in the text.
  fileprivate var fencedForMarkdown: String {
    let longest = matches(of: /`+/).map(\.output.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)text\n\(self)\n\(fence)"
  }
}
