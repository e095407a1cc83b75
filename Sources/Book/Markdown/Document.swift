/// A Markdown file: `block*`.
struct Document: Equatable, Sendable {
  /// Below the package's root: `Docs/Subjects.md`.
  let path: String
  let blocks: [Block]

  /// The text of its first heading.
  var title: String {
    for block in blocks {
      if case .heading(1, let text) = block.content { return text.plain }
    }
    return path
  }

  /// Reads a document.
  ///
  /// - Throws: ``MarkdownError`` at the first line that is not in the subset of Markdown that the documents use.
  init(path: String, text: String) throws(MarkdownError) {
    var parser = BlockParser(path: path, text: text)
    try parser.read()
    self.path = path
    blocks = parser.blocks
  }

  /// The anchor of each heading, by the number of its block, as GitHub makes them.
  var anchors: [Int: String] {
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
