/// Reads the text of a paragraph, an item or a cell. Scalars are faster than characters.
struct InlineParser {
  private let path: String
  private let scalars: [Unicode.Scalar]
  private var position = 0
  /// The line of the position.
  private var line: Int
  /// The place of the next `]`, as far as it was searched for.
  private var bracket = -1
  /// The number of calls of ``read(until:)`` that have not returned.
  private var depth = 0

  init(path: String, text: String, line: Int) {
    self.path = path
    scalars = Array(text.unicodeScalars)
    self.line = line
  }

  /// Reads up to and including a closing mark, or to the end.
  mutating func read(until end: String = "") throws(MarkdownError) -> [Inline] {
    guard depth <= 20 else { throw error("more than 20 nested marks are not converted") }
    depth += 1
    defer { depth -= 1 }
    let (start, startLine) = (position, line)
    var parts: [Inline] = []
    var text = ""
    func flush() {
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
    }
    while position < scalars.count {
      if position > start, isClosing(end) {
        position += end.count
        flush()
        return parts
      }
      let part: Inline? =
        switch scalars[position] {
        case "`": try readCode()
        case "*" where isOpening: try readEmphasis()
        case "[": try readLink()
        default: nil
        }
      if let part {
        flush()
        parts.append(part)
      } else {
        text.unicodeScalars.append(try readPlain())
      }
    }
    guard end.isEmpty else {
      line = startLine
      throw error("\(end) is missing behind this text")
    }
    flush()
    return parts
  }

  /// Whether a closing mark is at this position, and not a longer one.
  private func isClosing(_ end: String) -> Bool {
    !end.isEmpty && isAt(end) && !isSpace(position - 1) && !(end == "*" && isAt("**"))
  }

  private mutating func readCode() throws(MarkdownError) -> Inline {
    let start = position + 1
    guard let end = scalars[start...].firstIndex(of: "`"), end > start else {
      throw error("` has no partner, or is doubled")
    }
    position = end + 1
    line += scalars[start..<end].count { $0 == "\n" }
    return .code(text(start..<end).replacing("\n", with: " "))
  }

  /// Whether a `*` at this position opens an emphasis: text follows.
  private var isOpening: Bool {
    let next = position + (isAt("**") ? 2 : 1)
    return next < scalars.count && !isSpace(next)
  }

  private mutating func readEmphasis() throws(MarkdownError) -> Inline {
    guard !isAt("***") else { throw error("*** is not converted") }
    let mark = isAt("**") ? "**" : "*"
    position += mark.count
    let parts = try read(until: mark)
    return mark == "**" ? .strong(parts) : .emphasis(parts)
  }

  /// Nil if no link begins here.
  private mutating func readLink() throws(MarkdownError) -> Inline? {
    if bracket < position {
      bracket = scalars[position...].firstIndex(of: "]") ?? scalars.count
    }
    let (middle, line) = (bracket, line)
    let next = middle + 1 < scalars.count ? scalars[middle + 1] : " "
    if next == "[" { throw error("a link whose target is elsewhere is not converted") }
    guard next == "(" else { return nil }
    guard let end = scalars[middle...].firstIndex(of: ")") else {
      throw error("the target of this link has no end")
    }
    let target = text((middle + 2)..<end)
    guard !target.isEmpty, !target.contains(where: \.isWhitespace) else {
      throw error("the target of a link is one word")
    }
    position += 1
    let parts = try read(until: "]")
    guard position == middle + 1 else { throw error("a link in a link is not converted") }
    position = end + 1
    return .link(parts, target: target, line: line)
  }

  /// Reads a scalar of plain text. Rejects the beginning of syntax that is not converted.
  private mutating func readPlain() throws(MarkdownError) -> Unicode.Scalar {
    let scalar = scalars[position]
    let next = position + 1 < scalars.count ? scalars[position + 1] : "\n"
    switch scalar {
    case "\\": throw error("a backslash is not converted: write code between backticks")
    case "]" where next == "(": throw error("a bracket in the text of a link is not converted")
    case "<" where isWord(next) || next == "/" || next == "!":
      throw error("HTML is not converted: write code between backticks")
    case "!" where next == "[": throw error("an image is not converted")
    case "~" where next == "~": throw error("~~ is not converted")
    case "_" where isWord(next) && (position == 0 || !isWord(scalars[position - 1])):
      throw error("emphasis with _ is not converted: write * or backticks")
    case "&" where isWord(next) || next == "#":
      throw error("a reference to a character is not converted: write the character")
    case " " where next == "\n" && position + 1 < scalars.count:
      throw error("spaces at the end of a line are not converted")
    case "h" where isAt("https://") || isAt("http://"):
      throw error("an address is not converted: write a link or backticks")
    default: break
    }
    position += 1
    if scalar == "\n" { line += 1 }
    return scalar
  }

  private func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  private func isAt(_ mark: String) -> Bool {
    scalars[position...].starts(with: mark.unicodeScalars)
  }

  private func isSpace(_ place: Int) -> Bool { scalars[place] == " " || scalars[place] == "\n" }

  private func isWord(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || Character(scalar).isLetter || Character(scalar).isNumber
  }

  private func error(_ problem: String) -> MarkdownError {
    MarkdownError(path: path, line: line, problem: problem)
  }
}
