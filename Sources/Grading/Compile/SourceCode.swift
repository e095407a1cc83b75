/// The code of a Swift text: its bytes, with comments and strings blanked. What is interpolated in a string is code.
///
/// Nothing moves, so a byte has the same line as in the text. Where a scanner might disagree with the compiler, all that
/// follows counts as code: after a `/` that may begin a regular expression, and after a string without an end.
struct SourceCode {
  let bytes: [UInt8]

  init(_ source: [UInt8]) {
    var bytes = source
    bytes.withUnsafeMutableBufferPointer { text in
      var scanner = SourceScanner(text)
      scanner.run()
    }
    self.bytes = bytes
  }

  /// A word of ASCII letters, digits and underscores.
  struct Word {
    let text: String
    let range: Range<Int>
  }

  /// The words. Any other character separates them, also one that Swift accepts in a name.
  var words: [Word] {
    bytes.withUnsafeBufferPointer { bytes in
      var words: [Word] = []
      var index = 0
      while index < bytes.count {
        let start = index
        while index < bytes.count, bytes[index].isWord { index += 1 }
        if index > start {
          let text = String(decoding: bytes[start..<index], as: UTF8.self)
          words.append(Word(text: text, range: start..<index))
        } else {
          index += 1
        }
      }
      return words
    }
  }
}

/// Blanks comments and strings in place, in one pass. A build without optimisation is slow on everything but bytes.
private struct SourceScanner {
  private struct Literal {
    /// The number of `#` around it.
    let hashes: Int
    /// One or three.
    let quotes: Int
  }

  private let text: UnsafeMutableBufferPointer<UInt8>
  private let count: Int
  private var position = 0
  /// The strings in whose interpolations the position is, with the parentheses that are open in each.
  private var open: [(string: Literal, parentheses: Int)] = []

  init(_ text: UnsafeMutableBufferPointer<UInt8>) {
    self.text = text
    count = text.count
  }

  mutating func run() {
    while position < count {
      if text[position].isWord { position += 1 } else { step() }
    }
  }

  private mutating func step() {
    switch text[position] {
    case Self.slash where byte(1) == Self.slash: blankLine()
    case Self.slash where byte(1) == Self.star: blankBlock()
    case Self.slash where mayBeginExpression: giveUp()
    case Self.quote: enterString(hashes: 0)
    case Self.hash:
      let hashes = run(of: Self.hash)
      position += hashes
      if byte(0) == Self.quote { enterString(hashes: hashes) }
      if byte(0) == Self.slash { giveUp() }
    case Self.backtick:
      position += 1
      while let byte = byte(0), byte != Self.backtick, !byte.isLineEnd { position += 1 }
      position += 1
    case UInt8(ascii: "("): parenthesis(1)
    case UInt8(ascii: ")"): parenthesis(-1)
    case let byte where byte.isLineEnd && open.last?.string.quotes == 1: giveUp()
    default: position += 1
    }
  }

  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
  private static let quote = UInt8(ascii: "\"")
  private static let hash = UInt8(ascii: "#")
  private static let backtick = UInt8(ascii: "`")
  private static let backslash = UInt8(ascii: "\\")
  private static let space = UInt8(ascii: " ")

  private mutating func giveUp() { position = count }

  /// The byte at a distance. Nil outside the text.
  private func byte(_ distance: Int) -> UInt8? {
    let index = position + distance
    return index >= 0 && index < count ? text[index] : nil
  }

  /// How many of a byte follow each other, from a distance on.
  private func run(of wanted: UInt8, at distance: Int = 0) -> Int {
    var length = 0
    while byte(distance + length) == wanted { length += 1 }
    return length
  }

  /// Whether a `/` may begin a regular expression: nothing ends before it, no space follows, and the line has another one.
  private var mayBeginExpression: Bool {
    if let before = byte(-1), before.isWord || ")]".utf8.contains(before) { return false }
    guard let next = byte(1), !" \t".utf8.contains(next) else { return false }
    var distance = 1
    while let byte = byte(distance), !byte.isLineEnd {
      if byte == Self.slash { return true }
      distance += 1
    }
    return false
  }

  private mutating func parenthesis(_ change: Int) {
    position += 1
    guard let last = open.indices.last else { return }
    open[last].parentheses += change
    if open[last].parentheses == 0, let literal = open.popLast()?.string { blankString(literal) }
  }

  private mutating func blank() {
    if position < count, !text[position].isLineEnd { text[position] = Self.space }
    position += 1
  }

  private mutating func blank(_ length: Int) {
    for _ in 0..<length { blank() }
  }

  private mutating func blankLine() {
    while let byte = byte(0), !byte.isLineEnd { blank() }
  }

  /// Block comments may be nested.
  private mutating func blankBlock() {
    var depth = 0
    repeat {
      let byte = text[position]
      if byte == Self.slash, self.byte(1) == Self.star {
        depth += 1
        blank(2)
      } else if byte == Self.star, self.byte(1) == Self.slash {
        depth -= 1
        blank(2)
      } else if byte.isLineEnd, open.last?.string.quotes == 1 {
        return giveUp()
      } else {
        blank()
      }
    } while depth > 0 && position < count
  }

  private mutating func enterString(hashes: Int) {
    let quotes = run(of: Self.quote) >= 3 ? 3 : 1
    // `#"""#` is a string of one quotation mark.
    if hashes > 0, quotes == 3 { return giveUp() }
    blank(quotes)
    blankString(Literal(hashes: hashes, quotes: quotes))
  }

  /// Blanks a string up to its end or its next interpolation.
  private mutating func blankString(_ literal: Literal) {
    while position < count {
      let byte = text[position]
      if byte == Self.backslash, run(of: Self.hash, at: 1) >= literal.hashes {
        blank(1 + literal.hashes)
        if self.byte(0) == UInt8(ascii: "(") {
          position += 1
          return open.append((literal, 1))
        }
        if self.byte(0)?.isLineEnd == false { blank() }
      } else if byte == Self.quote, run(of: Self.quote) >= literal.quotes,
        run(of: Self.hash, at: literal.quotes) >= literal.hashes
      {
        return blank(literal.quotes + literal.hashes)
      } else if byte.isLineEnd, literal.quotes == 1 {
        return giveUp()
      } else {
        blank()
      }
    }
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter, a digit or an underscore.
  var isWord: Bool {
    self >= 0x61 && self <= 0x7A
      || self >= 0x30 && self <= 0x5A && self != 0x40
        && (self <= 0x39 || self >= 0x41)
      || self == 0x5F
  }

  fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0D }
}
