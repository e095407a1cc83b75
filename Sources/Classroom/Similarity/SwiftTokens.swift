internal import Grading

/// The tokens of a Swift text, without comments and white space: `token*`.
///
/// All identifiers that the text declares are equal tokens, and so are all numbers and all strings,
/// because a copy may change them. Names from libraries are kept.
enum SwiftTokens {
  /// The tokens of each member of a type, or of each declaration of the file, with lines from 0.
  static func members(of text: String) -> [[(token: UInt64, line: Int)]] {
    let words = CodeWord.all(in: Array(text.utf8))
    let declared = DeclaredNames(words).names
    var splitter = MemberSplitter()
    var members: [[(token: UInt64, line: Int)]] = []
    for word in words {
      if splitter.beginsMember(word) || members.isEmpty { members.append([]) }
      members[members.count - 1].append((token(word, declared), word.line))
    }
    return members
  }

  /// The FNV-1a hash of a keyword or library name, 1 to 3 for what may differ, more for a mark.
  private static func token(_ word: CodeWord, _ declared: Set<String>) -> UInt64 {
    switch word.kind {
    case .name where declared.contains(word.text): 1
    case .number: 2
    case .string: 3
    case .mark: word.text.utf8.reduce(0) { $0 + UInt64($1) << 8 }
    case .name, .keyword: word.text.utf8.fingerprint
    }
  }
}

/// A token of a text that is neither a comment nor inside a string.
struct CodeWord {
  enum Kind { case name, keyword, number, string, mark }

  let kind: Kind
  /// A name without its backticks, a keyword, or a mark. Empty for a number or a string.
  let text: String
  let line: Int

  fileprivate static func all(in bytes: [UInt8]) -> [CodeWord] {
    let tokens = SwiftLexer(bytes).tokens
    var (line, place) = (0, 0)
    return tokens.compactMap { token in
      let start = max(place, token.range.lowerBound)
      line += bytes[place..<start].count { $0 == 0x0A }
      place = start
      guard !token.isInsideString else { return nil }
      let code = bytes[token.range]
      switch token.kind {
      case .comment: return nil
      case .string: return CodeWord(kind: .string, text: "", line: line)
      case .number: return CodeWord(kind: .number, text: "", line: line)
      case .mark:
        return CodeWord(kind: .mark, text: String(decoding: code, as: UTF8.self), line: line)
      case .word, .quotedName:
        let text = SwiftLexer.text(of: code)
        return CodeWord(kind: Keyword.all.contains(text) ? .keyword : .name, text: text, line: line)
      }
    }
  }
}

enum Keyword {
  static let types = words("class struct enum actor protocol extension")
  /// The keywords that begin a member, apart from modifiers.
  static let members = types.union(
    words("func var let typealias case init deinit subscript import"))
  static let modifiers = words(
    "private fileprivate internal package public static final lazy weak unowned mutating "
      + "nonisolated override required convenience indirect")
  fileprivate static let all = members.union(modifiers).union(
    words(
      "associatedtype inout operator precedencegroup rethrows break catch continue default defer "
        + "do else fallthrough for guard if in repeat return throw switch where while as false is "
        + "nil self Self super throws true try async await some any"))

  static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}

/// Finds where members begin: at a keyword or attribute in a type's braces, outside its functions.
private struct MemberSplitter {
  /// Whether each open brace is that of a type.
  private var braces: [Bool] = []
  private var parentheses = 0
  private var opensType = false
  /// Whether the member that a modifier or an attribute began has no keyword yet.
  private var isBegun = false

  mutating func beginsMember(_ word: CodeWord) -> Bool {
    let isOutside = (braces.last ?? true) && parentheses == 0
    switch (word.kind, word.text) {
    case (.mark, "{"):
      braces.append(opensType)
      (opensType, isBegun) = (false, false)
    case (.mark, "}"):
      isBegun = false
      // The end of a type does not belong to its last member.
      return braces.popLast() ?? false
    case (.mark, "("): parentheses += 1
    case (.mark, ")"): parentheses -= 1
    case (.mark, "@") where isOutside && !isBegun:
      isBegun = true
      return true
    case (.keyword, let text) where isOutside:
      if Keyword.types.contains(text) { opensType = true }
      let isMember = Keyword.members.contains(text)
      guard isMember || Keyword.modifiers.contains(text) else { return false }
      defer { isBegun = !isMember || text == "class" }
      return !isBegun
    default: break
    }
    return false
  }
}
