/// The tokens of a Swift text: `(token | white space)*`. An interpolation is code, with its own
/// tokens. It reads bytes: a build without optimisation is slow on characters.
package struct SwiftLexer {
  package enum Kind: Sendable {
    case comment
    /// A string, or the part of one before, between or after its interpolations.
    case string
    /// A name or a keyword. Every byte outside ASCII is a part of one.
    case word
    /// A name in backticks, with them.
    case quotedName
    /// A number without a fraction.
    case number
    /// One byte.
    case mark
  }

  package struct Token: Sendable {
    package let kind: Kind
    package let range: Range<Int>
    /// Whether it follows the first part of a string and belongs to it, as an interpolation does.
    package let isInsideString: Bool
  }

  package private(set) var tokens: [Token] = []
  /// The first place where the compiler might disagree: a `/`, a string without an end.
  package private(set) var doubt: Int

  private let text: [UInt8]
  private var position = 0
  /// The strings whose interpolations contain the position: the number of `#` around each, of its
  /// quotation marks (one or three), and of its open parentheses.
  private var open: [(hashes: Int, quotes: Int, parentheses: Int)] = []

  package init(_ bytes: [UInt8]) {
    text = bytes
    doubt = bytes.count
    tokens.reserveCapacity(bytes.count / 4)
    while position < text.count { step() }
  }

  /// A word without backticks, cut at 200 bytes: `==` takes minutes for runs of combining marks.
  package static func text(of word: some Sequence<UInt8>) -> String {
    String(decoding: word.filter { $0 != UInt8(ascii: "`") }.prefix(200), as: UTF8.self)
  }

  package static func isWord(_ byte: UInt8) -> Bool { byte.isWord || byte >= 0x80 }
}

extension SwiftLexer {
  private mutating func step() {
    switch text[position] {
    case Self.space, UInt8(ascii: "\t"): position += 1
    case let byte where byte.isLineEnd:
      if open.last?.quotes == 1 {
        doubtRest()
        open = []
      }
      position += 1
    case 0x30...0x39: take(.number, upTo: wordEnd)
    case let byte where Self.isWord(byte): take(.word, upTo: wordEnd)
    case Self.slash where byte(1) == Self.slash: take(.comment, upTo: lineEnd)
    case Self.slash where byte(1) == Self.star: takeBlock()
    case Self.quote: takeString(hashes: 0)
    case Self.hash: takeHashes()
    case Self.backtick: takeQuotedName()
    case UInt8(ascii: "("): takeParenthesis(1)
    case UInt8(ascii: ")"): takeParenthesis(-1)
    default:
      // Otherwise a line with many of them would be searched for each.
      if position < doubt, mayBeginExpression { doubtRest() }
      take(.mark, upTo: position + 1)
    }
  }

  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
  private static let quote = UInt8(ascii: "\"")
  private static let hash = UInt8(ascii: "#")
  private static let backtick = UInt8(ascii: "`")
  private static let backslash = UInt8(ascii: "\\")
  private static let space = UInt8(ascii: " ")

  private mutating func take(
    _ kind: Kind, from start: Int? = nil, upTo end: Int, isInside: Bool? = nil
  ) {
    tokens.append(
      Token(
        kind: kind, range: (start ?? position)..<end, isInsideString: isInside ?? !open.isEmpty))
    position = end
  }

  private mutating func doubtRest() { doubt = min(doubt, position) }

  /// The byte at a distance. Nil outside the text.
  private func byte(_ distance: Int) -> UInt8? {
    let index = position + distance
    return index >= 0 && index < text.count ? text[index] : nil
  }

  /// The first position from `distance` on where `isPart` is false.
  private func end(at distance: Int = 0, while isPart: (UInt8) -> Bool) -> Int {
    var end = position + distance
    while end < text.count, isPart(text[end]) { end += 1 }
    return end
  }

  /// Whether a number of equal bytes in a row begins at a distance.
  private func hasRun(of wanted: UInt8, _ count: Int, at distance: Int = 0) -> Bool {
    (0..<count).allSatisfy { byte(distance + $0) == wanted }
  }

  private var wordEnd: Int { end(while: Self.isWord) }
  private var lineEnd: Int { end { !$0.isLineEnd } }

  /// Whether a regular expression may begin here: at a `/` that follows no operand, precedes no
  /// space, and is not the last one on its line.
  private var mayBeginExpression: Bool {
    guard text[position] == Self.slash else { return false }
    if let before = byte(-1), before.isWord || ")]".utf8.contains(before) { return false }
    guard let next = byte(1), !" \t".utf8.contains(next) else { return false }
    return text[(position + 1)..<lineEnd].contains(Self.slash)
  }

  /// Takes a run of `#`, or the string that begins with it. `#/` may begin a regular expression.
  private mutating func takeHashes() {
    let end = end { $0 == Self.hash }
    let next = byte(end - position)
    if next == Self.quote { return takeString(hashes: end - position) }
    if next == Self.slash { doubtRest() }
    while position < end { take(.mark, upTo: position + 1) }
  }

  private mutating func takeQuotedName() {
    let end = end(at: 1) { $0 != Self.backtick && !$0.isLineEnd }
    take(.quotedName, upTo: end < text.count && text[end] == Self.backtick ? end + 1 : end)
  }

  private mutating func takeParenthesis(_ change: Int) {
    take(.mark, upTo: position + 1)
    guard let last = open.indices.last else { return }
    open[last].parentheses += change
    if open[last].parentheses == 0, let string = open.popLast() {
      takeString(hashes: string.hashes, quotes: string.quotes, isInside: true)
    }
  }

  /// Block comments may be nested.
  private mutating func takeBlock() {
    let start = position
    var depth = 0
    repeat {
      if text[position] == Self.slash, byte(1) == Self.star {
        depth += 1
        position += 2
      } else if text[position] == Self.star, byte(1) == Self.slash {
        depth -= 1
        position += 2
      } else {
        if text[position].isLineEnd, open.last?.quotes == 1 { doubtRest() }
        position += 1
      }
    } while depth > 0 && position < text.count
    take(.comment, from: start, upTo: min(position, text.count))
  }

  private mutating func takeString(hashes: Int) {
    let start = position
    position += hashes
    let quotes = hasRun(of: Self.quote, 3) ? 3 : 1
    // `#"""#` is a string of one quotation mark.
    if hashes > 0, quotes == 3 { doubtRest() }
    position += quotes
    takeString(hashes: hashes, quotes: quotes, from: start, isInside: !open.isEmpty)
  }

  /// Takes a string up to its end or its next interpolation.
  private mutating func takeString(
    hashes: Int, quotes: Int, from start: Int? = nil, isInside: Bool
  ) {
    let start = start ?? position
    while position < text.count {
      let byte = text[position]
      if byte == Self.backslash, hasRun(of: Self.hash, hashes, at: 1) {
        position += 1 + hashes
        if self.byte(0) == UInt8(ascii: "(") {
          take(.string, from: start, upTo: position, isInside: isInside)
          open.append((hashes, quotes, parentheses: 1))
          return take(.mark, upTo: position + 1)
        }
        if self.byte(0)?.isLineEnd == false { position += 1 }
      } else if byte == Self.quote, hasRun(of: Self.quote, quotes),
        hasRun(of: Self.hash, hashes, at: quotes)
      {
        return take(
          .string, from: start, upTo: position + quotes + hashes, isInside: isInside)
      } else if byte.isLineEnd, quotes == 1 {
        doubtRest()
        break
      } else {
        position += 1
      }
    }
    take(.string, from: start, upTo: min(position, text.count), isInside: isInside)
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
