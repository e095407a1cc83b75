internal import Foundation

/// A Markdown file: `block*`.
package struct Document: Equatable, Sendable {
  /// The path below the package's root: `Docs/Subjects.md`.
  package let path: String
  package let blocks: [Block]
  /// Its lines, to which ``Block/line`` refers.
  package let lines: [Substring]

  /// A heading, and its line.
  package struct Heading: Sendable {
    package let line: Int
    package let level: Int
    package let text: String
  }

  package var headings: [Heading] {
    blocks.compactMap { block in
      guard case .heading(let level, let text) = block.content else { return nil }
      return Heading(line: block.line, level: level, text: text.plain)
    }
  }

  /// The text of its first heading of level 1, otherwise its path.
  package var title: String {
    for block in blocks {
      if case .heading(1, let text) = block.content { return text.plain }
    }
    return path
  }

  /// Reads a document.
  ///
  /// - Throws: ``MarkdownError`` at the first line that is not in the subset of Markdown that the
  ///   documents use.
  package init(path: String, text: String) throws(MarkdownError) {
    var parser = BlockParser(path: path, text: text)
    try parser.read()
    self.path = path
    blocks = parser.blocks
    lines = parser.lines
  }

  /// The anchors of the headings, keyed by the index of their block, as GitHub generates them.
  package var anchors: [Int: String] {
    var uses: [String: Int] = [:]
    var anchors: [Int: String] = [:]
    for (index, block) in blocks.enumerated() {
      guard case .heading(_, let text) = block.content else { continue }
      let anchor = text.plain.lowercased().compactMap { character -> String? in
        if character == " " || character == "\n" { return "-" }
        let isKept = character.isLetter || character.isNumber || "-_".contains(character)
        return isKept ? String(character) : nil
      }.joined()
      let count = uses[anchor, default: 0]
      uses[anchor] = count + 1
      anchors[index] = count == 0 ? anchor : "\(anchor)-\(count)"
    }
    return anchors
  }
}

/// A place in a document that the book cannot show as intended.
package struct MarkdownError: Error, Equatable, CustomStringConvertible, LocalizedError {
  package let path: String
  package let line: Int
  package let problem: String

  package init(path: String, line: Int, problem: String) {
    self.path = path
    self.line = line
    self.problem = problem
  }

  package var description: String { "\(path):\(line): \(problem)" }

  package var errorDescription: String? { description }
}
