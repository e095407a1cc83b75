/// The names that a text declares: of types, functions, variables, parameters and cases.
struct DeclaredNames {
  private(set) var names: Set<UInt64> = []
  private let words: [Word]

  init(_ words: [Word]) {
    self.words = words
    for (index, word) in words.enumerated() {
      switch word.kind {
      case .keyword: takeDeclaration(at: index)
      case .mark where word.hash == TokenMark.brace: takeClosureParameters(after: index)
      default: break
      }
    }
  }

  private mutating func takeDeclaration(at index: Int) {
    let hash = words[index].hash
    if Keyword.introducers.contains(hash) {
      if isName(index + 1) {
        names.insert(words[index + 1].hash)
        takeGenericNames(after: index + 1)
        if hash == Keyword.enumCase { takeFurtherNames(after: index + 1) }
        if Keyword.variables.contains(hash) { takeLabels(ofTypeAfter: index + 1) }
      } else if isMark(index + 1, TokenMark.parenthesis) {
        takeNames(in: index + 1)
      }
      if hash == Keyword.function { takeParameters(after: index + 1) }
    } else if Keyword.callables.contains(hash) {
      takeParameters(after: index)
    } else if hash == Keyword.forLoop {
      if isName(index + 1) { names.insert(words[index + 1].hash) }
      if isMark(index + 1, TokenMark.parenthesis) { takeNames(in: index + 1) }
    }
  }

  /// `case a(label: Int), b`
  private mutating func takeFurtherNames(after index: Int) {
    var index = index
    while true {
      if isMark(index + 1, TokenMark.parenthesis) {
        let end = end(of: index + 1)
        takeLabels(in: (index + 1)..<end)
        index = end - 1
      }
      guard isMark(index + 1, TokenMark.comma), isName(index + 2) else { return }
      names.insert(words[index + 2].hash)
      index += 2
    }
  }

  /// `func f<A: P, B>`
  private mutating func takeGenericNames(after index: Int) {
    guard isMark(index + 1, TokenMark.angle) else { return }
    var place = index + 1
    while place < words.count, place < index + 24, !isMark(place, TokenMark.closingAngle) {
      if isMark(place, TokenMark.angle) || isMark(place, TokenMark.comma), isName(place + 1) {
        names.insert(words[place + 1].hash)
      }
      place += 1
    }
  }

  /// The labels of tuples in the type of a variable: `var a: [(old: Int, new: Int)]`.
  private mutating func takeLabels(ofTypeAfter index: Int) {
    guard isMark(index + 1, TokenMark.colon) else { return }
    var end = index + 2
    while end < words.count,
      words[end].kind == .name || TokenMark.ofTupleTypes.contains(words[end].hash)
    {
      end += 1
    }
    takeLabels(in: (index + 2)..<end)
  }

  /// The names between a parenthesis or a comma and a colon.
  private mutating func takeLabels(in range: Range<Int>) {
    for place in range where isName(place) && isMark(place + 1, TokenMark.colon) {
      if isMark(place - 1, TokenMark.parenthesis) || isMark(place - 1, TokenMark.comma) {
        names.insert(words[place].hash)
      }
    }
  }

  /// The names of a tuple: `let (a, b)`.
  private mutating func takeNames(in parenthesis: Int) {
    for index in parenthesis..<end(of: parenthesis) where isName(index) {
      names.insert(words[index].hash)
    }
  }

  /// The labels and names of parameters: in the first parentheses, the one or two names before each
  /// colon.
  private mutating func takeParameters(after index: Int) {
    var start = index
    while start < words.count, start < index + 24, !isMark(start, TokenMark.parenthesis) {
      start += 1
    }
    guard isMark(start, TokenMark.parenthesis) else { return }
    let end = end(of: start)
    var depth = 0
    for place in start..<end {
      if isMark(place, TokenMark.parenthesis) || isMark(place, TokenMark.bracket) { depth += 1 }
      if isMark(place, TokenMark.closing) || isMark(place, TokenMark.closingBracket) { depth -= 1 }
      guard depth == 1, isMark(place + 1, TokenMark.colon), isName(place) else { continue }
      names.insert(words[place].hash)
      if isName(place - 1) { names.insert(words[place - 1].hash) }
    }
  }

  /// `{ [weak a] b, c in` and `{ (b: Int) -> Int in`
  private mutating func takeClosureParameters(after brace: Int) {
    var index = brace + 1
    var found: [UInt64] = []
    if isMark(index, TokenMark.bracket) {
      let end = end(of: index)
      index = end
    }
    var isType = false
    while index < words.count, index < brace + 60 {
      let word = words[index]
      switch word.kind {
      case .keyword where word.hash == Keyword.within:
        names.formUnion(found)
        return
      case .name where !isType: found.append(word.hash)
      case .name, .keyword: break
      case .mark where word.hash == TokenMark.comma: isType = false
      case .mark where [TokenMark.colon, TokenMark.dash].contains(word.hash): isType = true
      case .mark where TokenMark.ofTypes.contains(word.hash): break
      default: return
      }
      index += 1
    }
  }

  /// The place after the mark that closes the one at `start`.
  private func end(of start: Int) -> Int {
    var depth = 0
    for place in start..<words.count where words[place].kind == .mark {
      if [TokenMark.parenthesis, TokenMark.bracket].contains(words[place].hash) { depth += 1 }
      if [TokenMark.closing, TokenMark.closingBracket].contains(words[place].hash) { depth -= 1 }
      if depth == 0 { return place + 1 }
    }
    return words.count
  }

  private func isName(_ index: Int) -> Bool {
    words.indices.contains(index) && words[index].kind == .name
  }

  private func isMark(_ index: Int, _ mark: UInt64) -> Bool {
    words.indices.contains(index) && words[index].kind == .mark && words[index].hash == mark
  }
}

/// The values of ``Word/hash`` for marks.
enum TokenMark {
  static let brace = of("{")
  static let closingBrace = of("}")
  static let parenthesis = of("(")
  static let closing = of(")")
  static let bracket = of("[")
  static let closingBracket = of("]")
  static let comma = of(",")
  static let colon = of(":")
  static let dash = of("-")
  static let at = of("@")
  static let angle = of("<")
  static let closingAngle = of(">")
  static let ofTypes = Set("()[]?>.&@!<".map { of($0) })
  static let ofTupleTypes = ofTypes.union([comma, colon, dash])

  private static func of(_ character: Character) -> UInt64 {
    UInt64(character.asciiValue ?? 0) << 8
  }
}

/// The values of ``Word/hash`` for keywords.
enum Keyword {
  static let function = Word.hash("func")
  static let enumCase = Word.hash("case")
  static let forLoop = Word.hash("for")
  static let within = Word.hash("in")
  static let introducers = set("func var let class struct enum actor protocol typealias case")
  static let variables = set("var let")
  static let callables = set("init subscript")
  static let types = set("class struct enum actor protocol extension")
  /// The keywords that begin a member, apart from modifiers.
  static let members = set(
    "func var let class struct enum actor protocol extension typealias case init deinit subscript "
      + "import")
  static let modifiers = set(
    "private fileprivate internal package public open static final lazy weak unowned mutating "
      + "nonisolated override required convenience indirect")

  private static func set(_ words: String) -> Set<UInt64> {
    Set(words.split(separator: " ").map { Word.hash(String($0)) })
  }
}

/// Finds where members begin: at a keyword or an attribute in the braces of a type, outside its
/// functions.
struct MemberSplitter {
  /// Whether each open brace is that of a type.
  private var braces: [Bool] = []
  private var parentheses = 0
  private var opensType = false
  /// Whether the member that a modifier or an attribute began has no keyword yet.
  private var isBegun = false

  mutating func beginsMember(_ word: Word) -> Bool {
    let isOutside = braces.last ?? true
    var begins = false
    switch word.kind {
    case .mark:
      begins = takeMark(word.hash, isOutside: isOutside)
    case .keyword where isOutside && parentheses == 0:
      let isMember = Keyword.members.contains(word.hash)
      if isMember || Keyword.modifiers.contains(word.hash) {
        begins = !isBegun
        isBegun = !isMember || word.hash == Word.hash("class")
      }
      if Keyword.types.contains(word.hash) { opensType = true }
    default: break
    }
    return begins
  }

  private mutating func takeMark(_ mark: UInt64, isOutside: Bool) -> Bool {
    switch mark {
    case TokenMark.brace:
      braces.append(opensType)
      (opensType, isBegun) = (false, false)
    case TokenMark.closingBrace:
      isBegun = false
      // The end of a type does not belong to its last member.
      return braces.popLast() ?? false
    case TokenMark.parenthesis: parentheses += 1
    case TokenMark.closing: parentheses -= 1
    case TokenMark.at where isOutside && parentheses == 0 && !isBegun:
      isBegun = true
      return true
    default: break
    }
    return false
  }
}
