package import Foundation

/// The `Task.md` of an exercise.
package struct TaskPage: Sendable {
  /// The first heading: `PublishSubject: Only what comes after you subscribe`.
  package let title: String
  /// The text below the title, up to “You will need”.
  package let task: String
  /// The targets of the links below “You will need”, relative to the task's folder.
  package let needs: [String]

  /// - Throws: ``MalformedPage``, or Foundation's error if the file cannot be read.
  package init(file: URL) throws {
    try self.init(String(contentsOf: file, encoding: .utf8))
  }

  package init(_ text: String) throws(MalformedPage) {
    let page = MarkdownPage(text)
    guard let first = page.sections.first, first.level == 1,
      let last = page.sections.last, last.level == 2, last.heading == "You will need"
    else {
      throw MalformedPage("The task needs a title, and “You will need” as its last section.")
    }
    title = first.heading
    task = page.sections.dropFirst().dropLast()
      .reduce(first.lines) { lines, section in
        lines + ["\(String(repeating: "#", count: section.level)) \(section.heading)"]
          + section.lines
      }
      .joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    needs = last.lines.joined(separator: "\n").matches(of: /\]\(([^)]+)\)/)
      .map { String($0.output.1) }
  }
}

/// The `Hints.md` of an exercise, which only the command `hint` shows.
package struct HintPage: Sendable {
  /// A hint with a link to Docs.
  package struct Hint: Sendable, Hashable {
    /// Without the link, and without a line feed.
    package let text: String
    /// The page and its anchor, relative to the task's folder: `../../../../Docs/Subjects.md#relays`.
    package let link: String
  }

  /// Three hints, each revealing more than the one before.
  package let hints: [Hint]

  /// - Throws: ``MalformedPage``, or Foundation's error if the file cannot be read.
  package init(file: URL) throws {
    try self.init(String(contentsOf: file, encoding: .utf8))
  }

  package init(_ text: String) throws(MalformedPage) {
    hints = try Self.hints(MarkdownPage(text).sections.flatMap(\.lines))
    guard hints.count == 3 else {
      throw MalformedPage("The page needs three hints and has \(hints.count).")
    }
  }

  /// The items of a numbered list, each of which ends with a link.
  private static func hints(_ lines: [String]) throws(MalformedPage) -> [Hint] {
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
        throw MalformedPage("A hint does not end with a link: “\(item)”")
      }
      let text = String(item[..<link.range.lowerBound]) + String(link.output.1)
      hints.append(Hint(text: text, link: String(link.output.2)))
    }
    return hints
  }
}

/// A task or a page of hints with an invalid structure.
package struct MalformedPage: Error, CustomStringConvertible, LocalizedError {
  package let description: String
  package var errorDescription: String? { description }

  init(_ description: String) {
    self.description = description
  }
}
