internal import Foundation
internal import Grading

/// The page of a class: gradebook, statistics, lines to review, and similar texts.
struct ClassPage {
  let result: ClassResult
  let statistics: ClassStatistics
  let similarity: ClassSimilarity

  func html() -> String {
    let handedIn = result.lines.count { !$0.results.allSatisfy(\.isMissing) }
    let body = """
      <h1>The class: \(handedIn) of \(result.lines.count) learners have handed in an exercise</h1>
      <p>Median \(statistics.median) of \(result.maximum) points. \
      \(HTML.link("gradebook.csv", "gradebook.csv")), \(HTML.link("canvas.csv", "canvas.csv")), \
      \(HTML.link("moodle.csv", "moodle.csv")), \(HTML.link("class.json", "class.json"))</p>
      \(notes)<h2 id="learners">Learners</h2>
      <p class="faint">Click a column's heading to sort by that column. “–”: not handed in, 0 points. “?”: not graded yet. \(HTML.text(result.register.rule.words))</p>
      <div class="wide">\(gradebook)</div>
      <h2 id="points">Points</h2>
      \(histogram)<h2 id="checks">Checks</h2>
      <p class="faint">A row for each learner and a column for each check: \
      <span class="key pass">+</span> passed, <span class="key lost">−</span> failed or broken, \
      <span class="key blocked">·</span> untouched or blocked, ? not graded yet. An empty cell: not handed in.</p>
      <div class="wide">\(heatMap)</div>
      <h2 id="passed">Passed checks, of those who handed in the exercise</h2>
      \(HTML.link("checks.csv", "checks.csv"))
      \(checkBars)<h2 id="misconceptions">Misconceptions</h2>
      \(misconceptionBars)<h2 id="review">Lines for a person to read</h2>
      \(review)<h2 id="pairs">Similar texts</h2>
      \(PairsPage(similarity: similarity, names: result.names).list)<p class="faint">\(HTML.text(result.conditions.origin(result.date)))</p>
      """
    return HTML.page(
      title: "The class", style: HTML.asset(PackageResources.class_css),
      script: HTML.asset(PackageResources.class_js), body: body)
  }

  private var notes: String {
    guard !result.notes.isEmpty else { return "" }
    return "<ul class=\"notes\">"
      + result.notes.map { "<li>\(HTML.person($0))</li>" }.joined() + "</ul>\n"
  }

  private var gradebook: String {
    let columns =
      ["raw", "late days", "penalty", "adjustment", "final"] + result.exercises.map(\.name)
    let heads =
      "<th scope=\"col\" aria-sort=\"none\"><button>learner</button></th>"
      + columns.map {
        "<th scope=\"col\" class=\"number\" aria-sort=\"none\"><button>\(HTML.text($0))</button></th>"
      }.joined()
    let medians =
      ["", "", "", "", "\(statistics.median)"]
      + statistics.exercises.map { $0.learners == 0 ? "–" : "\($0.median)" }
    let foot = "<tr><th scope=\"row\">median</th>\(medians.map { number($0) }.joined())</tr>"
    return """
      <table id="gradebook"><thead><tr>\(heads)</tr></thead><tbody>
      \(result.lines.map(row).joined(separator: "\n"))
      </tbody><tfoot>\(foot)</tfoot></table>
      """
  }

  private func row(_ line: ClassResult.Line) -> String {
    let (raw, final) = line.hasGraderError ? ("?", "?") : ("\(line.raw)", line.final.asPoints)
    let reasons = line.entry.adjustments.map(\.words).joined(separator: "; ")
    let numbers = [
      number(raw), number("\(line.lateness.days)"), number("\(line.lateness.penalty)"),
      number(line.adjustment.asPoints, title: reasons), number(final),
    ]
    let scores = line.results.map { part in
      if part.isMissing { return number("–", title: "not handed in") }
      guard let cause = part.graderError else { return number(part.points) }
      return number("?", title: "not graded yet" + (result.isAnonymous ? "" : ": \(cause)"))
    }
    return "<tr><th scope=\"row\">\(name(line))</th>" + (numbers + scores).joined() + "</tr>"
  }

  private func number(_ text: String, title: String = "") -> String {
    let title = title.isEmpty ? "" : " title=\"\(HTML.text(title))\""
    return "<td class=\"number\"\(title)>\(text)</td>"
  }

  /// The display name, the unique name if it differs, and a link to the feedback.
  private func name(_ line: ClassResult.Line) -> String {
    guard !result.isAnonymous else { return HTML.person(line.name) }
    let unique = line.name == line.learner ? "" : " <small>\(HTML.person(line.learner))</small>"
    guard line.isPresent else {
      let state = line.hasGraderError ? "unclear" : "nothing handed in"
      return HTML.person(line.name) + " <small>\(state)</small>"
    }
    return HTML.link("feedback/\(line.slug).html", HTML.person(line.name)) + unique
  }

  private var histogram: String {
    let bars = statistics.distribution.enumerated().map { place, count in
      let start = place * statistics.step
      let end = min(start + statistics.step - 1, result.maximum)
      return (start == end ? "\(start)" : "\(start)–\(end)", "", count, "")
    }
    return Self.bars(
      bars, of: max(statistics.distribution.max() ?? 1, 1), name: "Learners by their final points")
  }

  private var checkBars: String {
    Self.bars(
      statistics.checks.map {
        ("\($0.number) \($0.name)", $0.exercise, $0.passed, " of \($0.learners)")
      }, of: max(result.present.count, 1), name: "Learners who passed each check")
  }

  private var misconceptionBars: String {
    guard !statistics.misconceptions.isEmpty else {
      return "<p>No program shows a known misconception.</p>\n"
    }
    return "<p>" + HTML.link("misconceptions.csv", "misconceptions.csv") + "</p>"
      + Self.bars(
        statistics.misconceptions.map { ("\($0.exercise): \($0.name)", $0.help, $0.learners, "") },
        of: max(result.present.count, 1), name: "Learners whose programs show a misconception")
  }

  /// A table whose last column is a bar, so that it can also be read without the picture.
  private static func bars(
    _ rows: [(label: String, detail: String, count: Int, of: String)], of maximum: Int, name: String
  ) -> String {
    let lines = rows.map { row in
      let detail = row.detail.isEmpty ? "" : " <small>\(HTML.text(row.detail))</small>"
      let width = (Double(row.count) / Double(maximum) * 100).inParts(of: 10)
      return "<tr><th scope=\"row\">\(HTML.text(row.label))\(detail)</th>"
        + "<td class=\"number\">\(row.count)\(row.of)</td>"
        + "<td class=\"bar\"><i style=\"width:\(width)%\"></i></td></tr>"
    }
    return "<table class=\"bars\"><caption>\(HTML.text(name))</caption>\(lines.joined())</table>\n"
  }

  private var heatMap: String {
    let heads = statistics.checks.map { check in
      "<th scope=\"col\" title=\"\(HTML.text("\(check.exercise): \(check.name)"))\">"
        + "<span>\(check.number)</span></th>"
    }
    let rows = result.present.map { line in
      let verdicts = line.results.flatMap { result in
        result.checks.map { result.isMissing ? nil : $0.verdict }
      }
      let cells = zip(verdicts, statistics.checks).map { verdict, count in
        guard let verdict else { return "<td title=\"\(count.number) not handed in\"></td>" }
        let (kind, sign) = Self.kind(verdict)
        return
          "<td class=\"\(kind)\" title=\"\(count.number) \(verdict.rawValue)\">\(sign)</td>"
      }
      return "<tr><th scope=\"row\">\(HTML.person(line.name))</th>\(cells.joined())</tr>"
    }
    return
      "<table id=\"heat\"><thead><tr><th scope=\"col\">learner</th>\(heads.joined())</tr></thead><tbody>\n"
      + rows.joined(separator: "\n") + "\n</tbody></table>"
  }

  private static func kind(_ verdict: Verdict) -> (String, String) {
    switch verdict {
    case .pass: ("pass", "+")
    case .todo, .blocked: ("blocked", "·")
    case .graderError: ("open", "?")
    default: ("lost", "−")
    }
  }

  private var review: String {
    let learners = result.present.filter { !$0.results.review.isEmpty }
    return learners.isEmpty
      ? "<p>No text has such a line.</p>\n"
      : HTML.items(learners.map { name($0) + HTML.list($0.results.review) })
  }
}
