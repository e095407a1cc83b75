internal import Grading

/// The tokens of a Swift text, without comments and white space: `token*`.
///
/// All identifiers that the text declares are equal tokens, and so are all numbers and all strings,
/// because a copy may change them. Names from libraries are kept.
struct SwiftTokens {
  /// Tokens are equal if their numbers are.
  typealias Token = UInt64

  /// The tokens of each member of a type, or of each declaration of the file. A copy may reorder
  /// them.
  private(set) var members: [[Token]] = []
  /// The lines of the tokens of each member, counted from 0.
  private(set) var lines: [[Int]] = []

  init(_ text: String) {
    let words = Word.all(in: Array(text.utf8))
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

/// A token of a text that is neither a comment nor inside a string.
struct Word {
  enum Kind {
    case name
    case keyword
    case number
    case string
    case mark
  }

  let kind: Kind
  /// The hash of the bytes of a name or keyword. For a mark, its byte, shifted left by 8 bits.
  let hash: UInt64
  let line: Int
}

extension Word {
  fileprivate static func all(in bytes: [UInt8]) -> [Word] {
    let tokens = SwiftLexer(bytes).tokens
    var (line, place) = (0, 0)
    return bytes.withUnsafeBufferPointer { bytes in
      tokens.compactMap { token in
        while place < token.range.lowerBound {
          if bytes[place] == 0x0A { line += 1 }
          place += 1
        }
        return token.isInsideString ? nil : Word(token, bytes, line: line)
      }
    }
  }

  /// Nil for a comment.
  private init?(_ token: SwiftLexer.Token, _ bytes: UnsafeBufferPointer<UInt8>, line: Int) {
    let range = token.range
    switch token.kind {
    case .comment: return nil
    case .string: self.init(kind: .string, hash: 3, line: line)
    case .number: self.init(kind: .number, hash: 2, line: line)
    case .mark: self.init(kind: .mark, hash: UInt64(bytes[range.lowerBound]) << 8, line: line)
    case .word, .quotedName:
      // Backticks are not part of the name.
      let name = bytes[range].lazy.filter { $0 != UInt8(ascii: "`") }
      let hash = Self.hash(name)
      self.init(kind: Self.keywords.contains(hash) ? .keyword : .name, hash: hash, line: line)
    }
  }

  /// Nil for a word of another kind.
  var mark: Unicode.Scalar? { kind == .mark ? Unicode.Scalar(UInt8(hash >> 8)) : nil }

  static func hash(_ text: String) -> UInt64 { hash(text.utf8) }

  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  static func hashes(_ words: String) -> Set<UInt64> {
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
