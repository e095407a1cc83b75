/// Reads the text of a paragraph, an item or a cell, byte by byte: a build without optimisation is
/// slow on characters.
struct InlineParser {
  private let path: String
  private let bytes: [UInt8]
  private let firstLine: Int
  private var position = 0

  init(path: String, text: String, line: Int) {
    self.path = path
    bytes = Array(text.utf8)
    firstLine = line
  }

  mutating func read() throws(MarkdownError) -> [Inline] {
    let parts = try read(until: [])
    guard position == bytes.count else { throw error("this mark closes nothing") }
    return parts
  }

  /// Reads up to and including a closing mark.
  private mutating func read(until end: [UInt8]) throws(MarkdownError) -> [Inline] {
    let start = position
    var parts: [Inline] = []
    var text: [UInt8] = []
    func flushed() -> [Inline] {
      text.isEmpty ? parts : parts + [.text(String(decoding: text, as: UTF8.self))]
    }
    while position < bytes.count {
      if isClosing(end), position > start {
        position += end.count
        return flushed()
      }
      let part: Inline? =
        switch bytes[position] {
        case UInt8(ascii: "`"): try readCode()
        case UInt8(ascii: "*") where isOpening: try readEmphasis()
        case UInt8(ascii: "["): try readLink()
        default: nil
        }
      if let part {
        parts = flushed() + [part]
        text = []
      } else {
        text.append(try readByte())
      }
    }
    guard end.isEmpty else {
      position = start
      throw error("\(String(decoding: end, as: UTF8.self)) is missing behind this text")
    }
    return flushed()
  }

  /// Whether a closing mark is at this position, and not a longer one.
  private func isClosing(_ end: [UInt8]) -> Bool {
    !end.isEmpty && isAt(end) && position > 0 && !isSpace(position - 1)
      && !(end == [UInt8(ascii: "*")] && isAt(end + end))
  }

  private mutating func readCode() throws(MarkdownError) -> Inline {
    let start = position + 1
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "`")), end > start else {
      throw error("` has no partner, or is doubled")
    }
    position = end + 1
    let code = bytes[start..<end].map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    return .code(String(decoding: code, as: UTF8.self))
  }

  /// Whether a `*` at this position opens an emphasis: text follows.
  private var isOpening: Bool {
    let next = isAt([UInt8](repeating: UInt8(ascii: "*"), count: 2)) ? position + 2 : position + 1
    return next < bytes.count && !isSpace(next)
  }

  private mutating func readEmphasis() throws(MarkdownError) -> Inline {
    let marks = bytes[position...].prefix { $0 == UInt8(ascii: "*") }.count
    guard marks <= 2 else { throw error("*** is not converted") }
    position += marks
    let parts = try read(until: [UInt8](repeating: UInt8(ascii: "*"), count: marks))
    return marks == 2 ? .strong(parts) : .emphasis(parts)
  }

  /// Nil if no link begins here.
  private mutating func readLink() throws(MarkdownError) -> Inline? {
    guard let middle = closingBracket() else { return nil }
    let line = line
    let next = middle + 1 < bytes.count ? bytes[middle + 1] : 0
    if next == UInt8(ascii: "[") {
      throw error("a link whose target is elsewhere is not converted")
    }
    guard next == UInt8(ascii: "(") else { return nil }
    guard let end = bytes[middle...].firstIndex(of: UInt8(ascii: ")")) else {
      throw error("the target of this link has no end")
    }
    let target = String(decoding: bytes[(middle + 2)..<end], as: UTF8.self)
    guard !target.isEmpty, !target.contains(where: \.isWhitespace) else {
      throw error("the target of a link is one word")
    }
    position += 1
    let parts = try read(until: [UInt8(ascii: "]")])
    guard position == middle + 1 else { throw error("links in links are not converted") }
    position = end + 1
    return .link(parts, target: target, line: line)
  }

  /// The place of the bracket that closes the one at this position.
  private func closingBracket() -> Int? {
    var depth = 0
    var isCode = false
    for place in position..<bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "`"): isCode.toggle()
      case UInt8(ascii: "[") where !isCode: depth += 1
      case UInt8(ascii: "]") where !isCode:
        depth -= 1
        if depth == 0 { return place }
      default: break
      }
    }
    return nil
  }

  /// Reads a byte of plain text. Rejects the beginning of syntax that is not converted.
  private mutating func readByte() throws(MarkdownError) -> UInt8 {
    let byte = bytes[position]
    let next = position + 1 < bytes.count ? bytes[position + 1] : UInt8(ascii: "\n")
    switch byte {
    case UInt8(ascii: "\\"):
      guard next > 0x20, next < 0x7F, !isWordByte(next) else {
        throw error("a backslash stands before a mark; a hard line break is not converted")
      }
      position += 2
      return next
    case UInt8(ascii: "<")
    where isWordByte(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!"):
      throw error("HTML is not converted: write code between backticks")
    case UInt8(ascii: "!") where next == UInt8(ascii: "["): throw error("an image is not converted")
    case UInt8(ascii: "~") where next == byte: throw error("~~ is not converted")
    case UInt8(ascii: "_")
    where isWordByte(next) && (position == 0 || !isWordByte(bytes[position - 1])):
      throw error("emphasis with _ is not converted: write * or backticks")
    case UInt8(ascii: "&") where isWordByte(next) || next == UInt8(ascii: "#"):
      throw error("a reference to a character is not converted: write the character")
    case UInt8(ascii: " ") where next == UInt8(ascii: "\n") && position + 1 < bytes.count:
      throw error("spaces at the end of a line are not converted")
    case UInt8(ascii: "h") where isAt(Array("https://".utf8)) || isAt(Array("http://".utf8)):
      throw error("an address is not converted: write a link or backticks")
    default: break
    }
    position += 1
    return byte
  }

  private func isAt(_ mark: [UInt8]) -> Bool { bytes[position...].starts(with: mark) }

  private func isSpace(_ place: Int) -> Bool { bytes[place] == 0x20 || bytes[place] == 0x0A }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: false
    }
  }

  private var line: Int { firstLine + bytes[..<position].count { $0 == UInt8(ascii: "\n") } }

  private func error(_ problem: String) -> MarkdownError {
    MarkdownError(path: path, line: line, problem: problem)
  }
}
