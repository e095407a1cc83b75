package import Foundation

/// The `Task.md` of an exercise.
package struct TaskPage: Sendable {
  /// A hint with a link to Docs.
  package struct Hint: Sendable, Hashable {
    /// Without the link, and without a line feed.
    package let text: String
    /// The page and its anchor, relative to the task's folder: `../../../../Docs/Subjects.md#relays`.
    package let link: String
  }

  /// A page with an invalid structure.
  package struct Malformed: Error, CustomStringConvertible, LocalizedError {
    package let description: String
    package var errorDescription: String? { description }
  }

  /// The first heading: `PublishSubject: Only what comes after you subscribe`.
  package let title: String
  /// The text between the title and the hints.
  package let task: String
  /// Three hints, of which each reveals more.
  package let hints: [Hint]

  /// - Throws: ``Malformed``, or Foundation's error if the file cannot be read.
  package init(file: URL) throws {
    try self.init(String(contentsOf: file, encoding: .utf8))
  }

  package init(_ text: String) throws(Malformed) {
    let page = MarkdownPage(text)
    guard let first = page.sections.first, first.level == 1,
      let place = page.sections.firstIndex(where: { $0.level == 2 && $0.heading == "Hints" })
    else { throw Malformed(description: "The task needs a title and a section “Hints”.") }
    title = first.heading
    task = page.sections[..<place].dropFirst()
      .reduce(first.lines) { lines, section in
        lines + ["\(String(repeating: "#", count: section.level)) \(section.heading)"]
          + section.lines
      }
      .joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    hints = try Self.hints(page.sections[place].lines)
    guard hints.count == 3 else {
      throw Malformed(description: "The task needs three hints and has \(hints.count).")
    }
  }

  /// The items of a numbered list, each of which ends with a link.
  private static func hints(_ lines: [String]) throws(Malformed) -> [Hint] {
    var items: [String] = []
    for line in lines {
      let text = line.trimmingCharacters(in: .whitespaces)
      if let number = line.prefixMatch(of: /\d+\. +/) {
        items.append(String(line[number.range.upperBound...]))
      } else if !text.isEmpty, !items.isEmpty {
        items[items.count - 1] += " " + text
      }
    }
    var hints: [Hint] = []
    for item in items {
      guard let link = item.firstMatch(of: /\[([^\]]+)\]\(([^)]+)\)\.?\s*$/) else {
        throw Malformed(description: "A hint does not end with a link: “\(item)”")
      }
      let text = String(item[..<link.range.lowerBound]) + String(link.output.1)
      hints.append(Hint(text: text, link: String(link.output.2)))
    }
    return hints
  }
}
