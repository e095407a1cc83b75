internal import Terminal

extension CheckResult {
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
  fileprivate func event(at index: Int) -> String {
    index < count ? self[index] : "nothing"
  }
}

extension String {
  fileprivate var droppingLastBreak: String { hasSuffix("\n") ? String(dropLast()) : self }
}
