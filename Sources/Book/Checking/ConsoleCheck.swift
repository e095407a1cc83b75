internal import Markdown

/// A command in a console block of a document, with the output below it.
struct ConsoleRun: Equatable {
  let document: String
  let line: Int
  let chapter: String
  let arguments: [String]
  let output: String

  var isInteractive: Bool { arguments.contains("--predict") || arguments.contains("--step") }

  /// The runs of the chapters' programs that a document shows, in the order of the document.
  static func all(in document: Document) -> [ConsoleRun] {
    document.blocks.flatMap { block -> [ConsoleRun] in
      guard case .code(let code) = block.content, code.info == "console" else { return [] }
      let starts = code.lines.indices.filter { code.lines[$0].hasPrefix("$ ") }
      return zip(starts, starts.dropFirst() + [code.lines.count]).compactMap { start, end in
        let words = code.lines[start].split(separator: " ").dropFirst()
        guard words.starts(with: ["swift", "run"]), words.count > 2,
          words[words.startIndex + 2].hasPrefix("Chapter-")
        else { return nil }
        return ConsoleRun(
          document: document.path, line: block.line + start + 1,
          chapter: String(words[words.startIndex + 2].dropFirst("Chapter-".count)),
          arguments: words.dropFirst(3).map(String.init),
          output: code.lines[(start + 1)..<end].map { $0 + "\n" }.joined())
      }
    }
  }

  /// A sentence that names the first different line. Nil if the output is unchanged.
  func problem(printed: String) -> String? {
    guard printed != output else { return nil }
    let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false) }
    let place = zip(lines(printed), lines(output)).prefix { $0 == $1 }.count
    let now = lines(printed).dropFirst(place).first ?? ""
    return "\(document):\(line + place + 1): the page prints “\(now)” now"
  }
}
