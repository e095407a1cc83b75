internal import Foundation
internal import Grading

/// A learner's feedback: the report of `check` for all exercises, and the sum of the points.
struct Feedback {
  let line: ClassResult.Line
  let course: ClassResult

  private var result: GradingResult {
    GradingResult(
      exercises: line.results, seed: course.conditions.seed,
      isolation: course.conditions.isolation, toolchain: course.conditions.toolchain,
      seconds: line.results.reduce(0) { $0 + $1.seconds })
  }
  private var unused: [String] { line.entry.snapshot?.unused ?? [] }

  private var files: [(exercise: String, name: String, state: String)] {
    line.entry.files.filter { $0.refusal != .missing }.map { file in
      let hash = file.hash.map { "SHA-256 \($0)" }
      return (file.exercise, file.name, hash ?? file.refusal?.sentence ?? "not read")
    }
  }

  /// The rows from the points of the checks to the final points. Empty if they are the same.
  private var sum: [(words: String, points: String)] {
    var rows: [(String, String)] = []
    let lateness = line.lateness
    if lateness.days > 0 {
      let words = "\(lateness.words): \(lateness.causes.joined(separator: "; "))"
      rows.append((words, "\(-lateness.penalty)"))
    }
    rows += line.entry.adjustments.map { entry in
      let why = [entry.exercise, entry.reason.isEmpty ? "adjustment" : entry.reason]
      return (why.compactMap(\.self).joined(separator: ": "), entry.signedPoints)
    }
    return rows.isEmpty
      ? []
      : [("checks", result.points)] + rows
        + [("final points", result.hasGraderError ? result.points : line.final.asPoints)]
  }

  func markdown() -> String {
    let plain = { (text: String) in text.cleaned(upTo: 200, lines: 1).escapedForMarkdown }
    var lines = ["**\(plain(line.name))**", ""]
    if !sum.isEmpty {
      lines += ["| points | |", "|--:|---|"]
      lines += sum.map { "| \($0.points) | \($0.words.cleaned(lines: 1).escapedForMarkdown) |" }
      lines += ["", course.register.rule.words, ""]
    }
    lines += unused.map { "- not graded: \(plain($0))" }
    if !unused.isEmpty { lines.append("") }
    let read = files.map { "- \($0.exercise): \(plain($0.name)), \($0.state)" }
    return lines.map { $0 + "\n" }.joined() + result.markdown(final: line.final.asPoints)
      + (result.markdownOfReview + (read.isEmpty ? [] : ["", "## Files", ""]) + read
      + ["", course.conditions.origin(course.date).escapedForMarkdown]).map { $0 + "\n" }.joined()
  }

  func html() -> String {
    let rows = result.handedIn.map { exercise in
      HTML.row([
        HTML.link("#\(exercise.exercise)", HTML.text(exercise.exercise)),
        exercise.verdict.rawValue, "\(exercise.points) of \(exercise.maximum)",
        HTML.text(exercise.verdict.words),
      ])
    }
    let total = HTML.row(["<b>total</b>", "", "<b>\(result.points) of \(result.maximum)</b>", ""])
    let final =
      result.hasGraderError
      ? "not graded yet" : "\(line.final.asPoints) of \(result.maximum) points"
    var body = ["<h1>\(HTML.person(line.name)): \(final)</h1>"]
    if !sum.isEmpty {
      body += ["<table>"]
      body += sum.map { HTML.row([HTML.person($0.words), $0.points]) }
      body += ["</table>", "<p class=\"faint\">\(HTML.text(course.register.rule.words))</p>"]
    }
    body.append(HTML.items(unused.map { "not graded: \(HTML.person($0))" }))
    let head = HTML.row(["exercise", "verdict", "points", "meaning"], tag: "th")
    body += rows.isEmpty ? [] : ["<table>", head] + rows + [total, "</table>"]
    body += [result.wordsOfMissing].compactMap(\.self).map { "<p>\(HTML.text($0))</p>" }
    body += result.handedIn.flatMap(section)
    if !line.results.review.isEmpty {
      body += ["<h2>Lines for a person to read</h2>", HTML.list(line.results.review)]
    }
    let read = files.map {
      "\(HTML.text($0.exercise)): \(HTML.person($0.name)), \(HTML.text($0.state))"
    }
    body += read.isEmpty ? [] : ["<h2>Files</h2>", HTML.items(read)]
    body += ["<p class=\"faint\">\(HTML.text(course.conditions.origin(course.date)))</p>"]
    return HTML.page(title: "Feedback", body: body.joined(separator: "\n"))
  }

  private func section(_ exercise: ExerciseResult) -> [String] {
    let name = HTML.text(exercise.exercise)
    let checks = exercise.checks.map { check in
      HTML.row([
        check.number, HTML.text(check.name), check.verdict.rawValue,
        "\(check.points) of \(check.maximum)",
      ])
    }
    let explained = exercise.checks.filter {
      exercise.cause == nil && ![.pass, .blocked, .todo].contains($0.verdict)
    }
    let message = exercise.cause.map { ["<pre>\(HTML.text($0))</pre>"] } ?? []
    return ["<h2 id=\"\(name)\">\(name): \(exercise.verdict.rawValue)</h2>", "<table>"] + checks
      + ["</table>"] + message
      + explained.map { check in
        "<pre>\(HTML.text("\(check.number) \(check.name)\n\(exercise.account(of: check))"))</pre>"
      }
  }
}
