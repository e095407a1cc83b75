internal import Foundation
internal import Terminal

extension GradingResult {
  /// The report for a terminal, in complete lines of at most 80 columns.
  /// Unless it lists all checks, those of an exercise are left out if all have the same verdict.
  package func text(listsAllChecks: Bool = true, heading: (String) -> String = { $0 }) -> String {
    let blocks = exercises.map { exercise in
      exercise.lines(listsAllChecks: listsAllChecks, heading: heading)
    }
    var lines: [String] = []
    for (index, block) in blocks.enumerated() {
      // No empty lines between exercises of one line each.
      if index > 0, block.count > 1 || blocks[index - 1].count > 1 { lines.append("") }
      lines += block
    }
    if blocks.contains(where: { $0.count > 1 }) || blocks.isEmpty { lines.append("") }
    if exercises.count != 1, exercises.isEmpty || maximum > 0 {
      lines.append("total: \(score) of \(maximum) points")
    }
    lines += ["seed \(seed), isolation: \(isolation.rawValue), \(seconds.inSeconds)"]
    lines += linesOfWork
    return lines.map { $0 + "\n" }.joined()
  }

  /// The submission, the hash of each file, and the lines to read. Empty for the workbook's own
  /// files.
  private var linesOfWork: [String] {
    guard let work else { return [] }
    let files = handedIn.flatMap { exercise in
      let review = exercise.review.map { "line \($0.line), \($0.word): \($0.text)" }
      return ["  \(exercise.exercise)", "    SHA-256 \(exercise.sha256 ?? "none")"]
        + review.flatMap { $0.wrapped(indentation: "      ", first: "    to read: ") }
    }
    return
      "work of \(work.name), graded \(work.date.ISO8601Format()), workbook \(WorkbookVersion.current)"
      .wrapped(indentation: "  ", first: "") + files
      + work.unused.flatMap { "not graded: \($0)".wrapped(indentation: "    ", first: "  ") }
  }
}

extension ExerciseResult {
  /// The headline, the checks, and the details of those that did not pass.
  fileprivate func lines(listsAllChecks: Bool, heading: (String) -> String) -> [String] {
    let points = maximum > 0 ? ", \(score) of \(maximum) points" : ""
    let headline = "\(exercise): \(verdict.rawValue)\(points)"
    let isPrediction = Catalog.exercise(named: exercise)?.isPrediction == true
    let words = isPrediction ? verdict.wordsOfPrediction : verdict.words
    let first = headline + " (\(words))"
    let start = first.count <= 80 ? [heading(first)] : [heading(headline), "  " + words]
    guard listsAllChecks || (verdict != .pass && verdict != .todo) else { return start }
    let width = (checks.map(\.verdict.rawValue.count).max() ?? 0) + 2
    // Quoted, because it may be a learner's text, whose lines must not look like those of the
    // table.
    let reason = message?.wrapped(indentation: "  | ") ?? []
    guard listsAllChecks || message == nil else { return start + reason }
    let table = checks.flatMap { check in
      let columns =
        "  " + check.number.padded(to: max(5, check.number.count + 1))
        + check.verdict.rawValue.padded(to: width)
        + (maximum > 0 ? "\(check.score) of \(check.maximum)  " : "")
      return check.name.wrapped(
        indentation: String(repeating: " ", count: columns.count), first: columns)
    }
    // The message of the exercise is not repeated for each check.
    guard verdict != .todo, message == nil else {
      return start + reason + (reason.isEmpty ? [] : [""]) + table
    }
    return start + table + checks.filter(\.hasStory).flatMap { $0.story }
  }
}

extension CheckResult {
  /// Whether the check has details besides its verdict. A blocked check has none.
  fileprivate var hasStory: Bool {
    verdict == .pass ? !explanation.isEmpty : verdict != .blocked && verdict != .todo
  }

  fileprivate var story: [String] {
    [""] + "\(number) \(name)".wrapped()
      + details(width: 76).map { $0.isEmpty ? "" : "    " + $0 }
  }

  /// The details of a result in lines of at most `width` characters, as in all reports.
  func details(width: Int = 78) -> [String] {
    var lines = (explanation.isEmpty ? verdict.wordsOfCheck : explanation).wrapped(to: width)
    if let difference { lines += difference.lines(width: width) }
    if let help {
      lines += ["", "What may have happened:"] + help.wrapped(to: width, indentation: "  ")
    }
    if !output.isEmpty {
      lines += ["", "The program printed:"]
      lines += output.droppingLastBreak.wrapped(to: width, indentation: "  | ")
    }
    return lines
  }
}

extension Difference {
  /// The largest number of steps or events that are shown. The last ones are shown.
  private static let shown = 16

  /// The script, and below it the expected events beside the actual ones.
  func lines(width: Int) -> [String] {
    let left = max(steps.count - Self.shown, 0)
    let before = left == 0 ? [] : ["  (\(left) steps before)"]
    let script = before + steps.dropFirst(left).flatMap { $0.wrapped(to: width, indentation: "  ") }
    return ["", "After these steps:"] + script + [""] + table(width: width)
  }

  /// The expected events beside the actual ones. The first different row is marked.
  private func table(width: Int) -> [String] {
    let count = max(expected.count, actual.count)
    let different = firstDifferentIndex ?? count
    let start = max(0, min(different - Self.shown / 2, count - Self.shown))
    let end = min(count, start + Self.shown)
    let rows = (start..<max(end, start)).map { index in
      (
        mark: index == different ? "> " : "  ", expected: expected.event(at: index),
        actual: actual.event(at: index)
      )
    }
    let column = (rows.map(\.expected.count) + ["expected".count]).max() ?? 0
    let widest = (rows.map(\.actual.count) + ["actual".count]).max() ?? 0
    guard column + widest + 5 <= width else { return list(rows, width: width) }
    return ["  " + "expected".padded(to: column) + "   actual"]
      + omitted(start, "before")
      + rows.map { $0.mark + $0.expected.padded(to: column) + "   " + $0.actual }
      + omitted(count - end, "after")
  }

  /// The events one below the other, if they are too long for two columns.
  private func list(
    _ rows: [(mark: String, expected: String, actual: String)], width: Int
  ) -> [String] {
    let lines = { (heading: String, events: [(mark: String, text: String)]) in
      [heading]
        + events.flatMap { $0.text.wrapped(to: width, indentation: "    ", first: $0.mark + "  ") }
    }
    return lines("expected", rows.map { ($0.mark, $0.expected) })
      + lines("actual", rows.map { ($0.mark, $0.actual) })
  }

  private func omitted(_ count: Int, _ place: String) -> [String] {
    count > 0 ? ["  (\(count) events \(place))"] : []
  }

  private var firstDifferentIndex: Int? {
    (0..<max(expected.count, actual.count)).first { index in
      index >= expected.count || index >= actual.count || expected[index] != actual[index]
    }
  }
}

extension [String] {
  fileprivate func event(at index: Int) -> String { index < count ? self[index] : "nothing" }
}

extension String {
  fileprivate var droppingLastBreak: String { hasSuffix("\n") ? String(dropLast()) : self }
}

extension Double {
  /// `1.24 s`
  var inSeconds: String { String(format: "%.2f s", self) }
}
