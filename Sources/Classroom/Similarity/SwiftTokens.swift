/// The tokens of a Swift text, without comments and white space: `token*`.
///
/// An identifier that the text declares itself counts as any other such identifier, and a number or a string as any other,
/// because a copy may rename them. What comes from a library keeps its name.
struct SwiftTokens {
  /// A token is equal to another if it has the same number.
  typealias Token = UInt64

  /// The tokens of each member of a type, or of each declaration of the file: a copy may have them in another order.
  private(set) var members: [[Token]] = []
  /// The lines of the tokens of each member, counted from 0.
  private(set) var lines: [[Int]] = []

  init(_ text: String) {
    var scanner = TokenScanner(text)
    let words = scanner.all()
    let declared = DeclaredNames(words).names
    var splitter = MemberSplitter()
    for word in words {
      if splitter.beginsMember(word) {
        members.append([])
        lines.append([])
      }
      if members.isEmpty {
        members.append([])
        lines.append([])
      }
      members[members.count - 1].append(Self.token(word, declared))
      lines[lines.count - 1].append(word.line)
    }
  }

  private static func token(_ word: Word, _ declared: Set<UInt64>) -> Token {
    switch word.kind {
    case .name: declared.contains(word.hash) ? 1 : word.hash
    case .number: 2
    case .string: 3
    case .keyword, .mark: word.hash
    }
  }
}

/// A word of a text, as the scanner finds it.
struct Word {
  enum Kind {
    case name
    case keyword
    case number
    case string
    case mark
  }

  let kind: Kind
  /// Of its bytes. The byte itself for a mark, which is one character.
  let hash: UInt64
  let line: Int
}

/// Reads a text byte by byte: a build without optimisation is slow on characters.
private struct TokenScanner {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func all() -> [Word] {
    var words: [Word] = []
    words.reserveCapacity(bytes.count / 4)
    let count = bytes.count
    while position < count {
      let byte = bytes[position]
      switch byte {
      case 0x0A:
        line += 1
        position += 1
      case 0x20, 0x09, 0x0D: position += 1
      case 0x2F where next == 0x2F: skipLine()
      case 0x2F where next == 0x2A: skipBlock()
      case 0x22: words.append(string(hashes: 0))
      case 0x23 where isRawString: words.append(rawString())
      case 0x30...0x39: words.append(number())
      case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: words.append(name())
      // A name in backticks is the name.
      case 0x60: position += 1
      default:
        words.append(Word(kind: .mark, hash: UInt64(byte) << 8, line: line))
        position += 1
      }
    }
    return words
  }

  private var next: UInt8 { position + 1 < bytes.count ? bytes[position + 1] : 0 }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  /// Block comments may be nested.
  private mutating func skipBlock() {
    var depth = 0
    repeat {
      if bytes[position] == 0x2F, next == 0x2A {
        depth += 1
        position += 2
      } else if bytes[position] == 0x2A, next == 0x2F {
        depth -= 1
        position += 2
      } else {
        if bytes[position] == 0x0A { line += 1 }
        position += 1
      }
    } while depth > 0 && position < bytes.count
  }

  private var isRawString: Bool {
    var place = position
    while place < bytes.count, bytes[place] == 0x23 { place += 1 }
    return place < bytes.count && bytes[place] == 0x22
  }

  private mutating func rawString() -> Word {
    var hashes = 0
    while bytes[position] == 0x23 {
      hashes += 1
      position += 1
    }
    return string(hashes: hashes)
  }

  /// A string with what is interpolated in it is one token.
  private mutating func string(hashes: Int) -> Word {
    let start = line
    let quotes = position + 2 < bytes.count && next == 0x22 && bytes[position + 2] == 0x22 ? 3 : 1
    position += quotes
    while position < bytes.count {
      if bytes[position] == 0x5C, hashes == 0 {
        // The parentheses of an interpolation may contain quotes.
        if next == 0x28 { skipInterpolation() } else { position += 2 }
        continue
      }
      if bytes[position] == 0x22, isEnd(quotes: quotes, hashes: hashes) {
        position += quotes + hashes
        break
      }
      if bytes[position] == 0x0A {
        line += 1
        // A string of one line that does not end is an error of the text.
        if quotes == 1 { break }
      }
      position += 1
    }
    return Word(kind: .string, hash: 3, line: start)
  }

  private func isEnd(quotes: Int, hashes: Int) -> Bool {
    let end = position + quotes + hashes
    guard end <= bytes.count else { return false }
    for place in position..<end where bytes[place] != (place < position + quotes ? 0x22 : 0x23) {
      return false
    }
    return true
  }

  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      if bytes[position] == 0x28 { depth += 1 }
      if bytes[position] == 0x29 { depth -= 1 }
      if bytes[position] == 0x0A { line += 1 }
      position += 1
    } while depth > 0 && position < bytes.count || bytes[position - 1] == 0x5C
  }

  private mutating func number() -> Word {
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
    return Word(kind: .number, hash: 2, line: line)
  }

  private mutating func name() -> Word {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    while position < bytes.count, Self.isWord(bytes[position]) {
      hash = (hash ^ UInt64(bytes[position])) &* 0x100_0000_01B3
      position += 1
    }
    let kind: Word.Kind = Word.keywords.contains(hash) ? .keyword : .name
    return Word(kind: kind, hash: hash, line: line)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }
}

extension Word {
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  fileprivate static func hashes(_ words: String) -> Set<UInt64> {
    Set(words.split(separator: " ").map { hash(String($0)) })
  }

  fileprivate static let keywords = hashes(
    "associatedtype class deinit enum extension fileprivate func import init inout internal let "
      + "operator private precedencegroup protocol public rethrows static struct subscript "
      + "typealias var break case catch continue default defer do else fallthrough for guard if in "
      + "repeat return throw switch where while as false is nil self Self super throws true try "
      + "async await actor some any final lazy weak unowned mutating nonisolated override required "
      + "convenience package indirect")
}
