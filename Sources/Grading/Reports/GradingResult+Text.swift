internal import Foundation
internal import Terminal

extension GradingResult {
  /// The report for a terminal, in complete lines of at most 80 columns. Unless it lists all
  /// checks, those of an exercise are left out if all have the same verdict.
  package func text(listsAllChecks: Bool = true, heading: (String) -> String = { $0 }) -> String {
    let blocks = exercises.map { $0.lines(listsAllChecks: listsAllChecks, heading: heading) }
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

  /// The submission, the hash of each file, and the lines to read.
  private var linesOfWork: [String] {
    guard let work else { return [] }
    let files = handedIn.flatMap { exercise in
      ["  \(exercise.exercise)", "    SHA-256 \(exercise.sha256 ?? "none")"]
        + exercise.review.flatMap { "\($0)".wrapped(indentation: "      ", first: "    to read: ") }
    }
    return
      "work of \(work.name), graded \(work.date.ISO8601Format()), workbook \(WorkbookVersion.current)"
      .wrapped(indentation: "  ", first: "") + files
      + work.unused.flatMap { "not graded: \($0)".wrapped(indentation: "    ", first: "  ") }
  }
}

extension ExerciseResult {
  fileprivate func lines(listsAllChecks: Bool, heading: (String) -> String) -> [String] {
    let points = maximum > 0 ? ", \(score) of \(maximum) points" : ""
    let headline = "\(exercise): \(verdict.rawValue)\(points)"
    let isPrediction = Catalog.exercise(named: exercise)?.isPrediction == true
    let words = isPrediction ? verdict.wordsOfPrediction : verdict.words
    let first = headline + " (\(words))"
    let start = first.count <= 80 ? [heading(first)] : [heading(headline), "  " + words]
    guard listsAllChecks || (verdict != .pass && verdict != .todo) else { return start }
    let width = (checks.map(\.verdict.rawValue.count).max() ?? 0) + 2
    // Quoted, because lines of a learner's text must not look like those of the table.
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
    return start + table + checks.flatMap(\.story)
  }
}

extension CheckResult {
  /// Its details. Empty if it has none besides its verdict.
  fileprivate var story: [String] {
    let hasDetails =
      verdict == .pass ? !explanation.isEmpty : verdict != .blocked && verdict != .todo
    return !hasDetails
      ? []
      : [""] + "\(number) \(name)".wrapped()
        + details(width: 76).map { $0.isEmpty ? "" : "    " + $0 }
  }

  func details(width: Int = 78) -> [String] {
    var lines = (explanation.isEmpty ? verdict.wordsOfCheck : explanation).wrapped(to: width)
    if let difference { lines += difference.lines(width: width) }
    if let help {
      lines += ["", "What may have happened:"] + help.wrapped(to: width, indentation: "  ")
    }
    if !output.isEmpty {
      lines += ["", "The program printed:"]
      let text = output.hasSuffix("\n") ? String(output.dropLast()) : output
      lines += text.wrapped(to: width, indentation: "  | ")
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
    let different = zip(expected, actual).prefix { $0 == $1 }.count
    let start = max(0, min(different - Self.shown / 2, count - Self.shown))
    let end = min(count, start + Self.shown)
    let event = { (events: [String], index: Int) in
      index < events.count ? events[index] : "nothing"
    }
    let rows = (start..<end).map {
      ($0 == different ? "> " : "  ", expected: event(expected, $0), actual: event(actual, $0))
    }
    let column = (rows.map(\.expected.count) + ["expected".count]).max() ?? 0
    let widest = (rows.map(\.actual.count) + ["actual".count]).max() ?? 0
    guard column + widest + 5 <= width else {
      // The events one below the other.
      let wrapped = { (mark: String, event: String) in
        event.wrapped(to: width, indentation: "    ", first: mark + "  ")
      }
      return ["expected"] + rows.flatMap { wrapped($0.0, $0.expected) } + ["actual"]
        + rows.flatMap { wrapped($0.0, $0.actual) }
    }
    return ["  " + "expected".padded(to: column) + "   actual"]
      + omitted(start, "before")
      + rows.map { $0.0 + $0.expected.padded(to: column) + "   " + $0.actual }
      + omitted(count - end, "after")
  }

  private func omitted(_ count: Int, _ place: String) -> [String] {
    count > 0 ? ["  (\(count) events \(place))"] : []
  }
}

extension Double {
  var inSeconds: String { String(format: "%.2f s", self) }
}
