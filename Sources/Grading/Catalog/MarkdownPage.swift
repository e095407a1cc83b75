internal import Foundation

/// A page of Markdown: headings with the lines below them, and code blocks.
struct MarkdownPage: Sendable {
  struct Section: Sendable, Hashable {
    /// The number of `#` of the heading.
    let level: Int
    let heading: String
    /// The lines below it, up to the next heading.
    var lines: [String] = []

    /// The text of each fenced block of Swift, without its last line feed.
    var swiftBlocks: [String] {
      var blocks: [String] = []
      var block: [String]?
      for line in lines {
        if line.hasPrefix("```") {
          if let block { blocks.append(block.joined(separator: "\n")) }
          block = block == nil && line == "```swift" ? [] : nil
        } else {
          block?.append(line)
        }
      }
      return blocks
    }
  }

  let sections: [Section]

  init(_ text: String) {
    var sections: [Section] = []
    var isCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      let level = line.prefix { $0 == "#" }.count
      if !isCode, (1...6).contains(level), line.dropFirst(level).first == " " {
        let heading = line.dropFirst(level).trimmingCharacters(in: .whitespaces)
        sections.append(Section(level: level, heading: heading))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(String(line))
      }
    }
    self.sections = sections
  }

  /// The anchors of the headings: `order-and-threads`.
  var anchors: Set<String> {
    Set(
      sections.map { section in
        String(
          section.heading.lowercased().compactMap { character in
            if character == " " { return "-" }
            return character.isLetter || character.isNumber || "-_".contains(character)
              ? character : nil
          })
      })
  }
}
