package import Foundation
internal import Markdown

/// The `Task.md` of an exercise.
package struct TaskPage: Sendable {
  /// The first heading: `PublishSubject: Only what comes after you subscribe`.
  package let title: String
  /// The text below the title, up to “You will need”.
  package let task: String
  /// The targets of the links below “You will need”, relative to the task's folder.
  package let needs: [String]

  package init(file: URL) throws(GradingError) { self = try file.parsed(Self.init) }

  package init(_ text: String) throws(GradingError) {
    let document = try Document(page: text)
    guard let first = document.headings.first, first.level == 1,
      let last = document.headings.last, last.level == 2, last.text == "You will need"
    else {
      throw GradingError("The task needs a title, and “You will need” as its last section.")
    }
    title = first.text
    task = document.lines[first.line..<(last.line - 1)].joined(separator: "\n")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    needs = document.blocks.filter { $0.line > last.line }.flatMap(\.texts).flatMap(\.links)
      .map(\.target)
  }
}

/// One of the three hints of an exercise, which only the command `hint` shows.
package struct Hint: Sendable, Hashable {
  /// The text without its link, on one line.
  package let text: String
  /// The page and its anchor, relative to the task's folder:
  /// `../../../../Docs/Subjects.md#relays`.
  package let link: String

  /// The hints in a `Hints.md`, each revealing more than the one before.
  package static func all(in page: String) throws(GradingError) -> [Hint] {
    let lists = try Document(page: page).blocks.compactMap { block -> List? in
      guard case .list(let list) = block.content, list.start != nil else { return nil }
      return list
    }
    let hints = try lists.flatMap(\.items).map(hint)
    if hints.count == 3 { return hints }
    throw GradingError("The page needs three hints and has \(hints.count).")
  }

  private static func hint(_ item: List.Item) throws(GradingError) -> Hint {
    var parts = item.text
    if case .text(".") = parts.last { parts.removeLast() }
    guard case .link(let text, let target, _) = parts.popLast() else {
      throw GradingError("A hint does not end with a link: “\(item.text.plain)”")
    }
    return Hint(text: (parts + text).source.replacing("\n", with: " "), link: target)
  }
}

extension Document {
  init(page text: String) throws(GradingError) {
    do { try self.init(path: "", text: text) } catch {
      throw GradingError("Line \(error.line): \(error.problem)")
    }
  }
}

extension [Inline] {
  /// The Markdown source, with backticks around code and without other markup.
  fileprivate var source: String {
    map { part in
      if case .code(let code) = part { return "`\(code)`" }
      return [part].plain
    }
    .joined()
  }
}
