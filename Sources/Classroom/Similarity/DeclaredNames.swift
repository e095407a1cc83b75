/// The names that a text declares: of types, functions, variables, parameters and cases.
struct DeclaredNames {
  private(set) var names: Set<UInt64> = []
  private let words: [Word]

  init(_ words: [Word]) {
    self.words = words
    for (index, word) in words.enumerated() {
      switch word.kind {
      case .keyword: takeDeclaration(at: index)
      case .mark where word.mark == "{": takeClosureParameters(after: index)
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
      } else if isMark(index + 1, "(") {
        takeNames(in: index + 1)
      }
      if hash == Keyword.function { takeParameters(after: index + 1) }
    } else if Keyword.callables.contains(hash) {
      takeParameters(after: index)
    } else if hash == Keyword.forLoop {
      if isName(index + 1) { names.insert(words[index + 1].hash) }
      if isMark(index + 1, "(") { takeNames(in: index + 1) }
    }
  }

  /// `case a(label: Int), b`
  private mutating func takeFurtherNames(after index: Int) {
    var index = index
    while true {
      if isMark(index + 1, "(") {
        let end = end(of: index + 1)
        takeLabels(in: (index + 1)..<end)
        index = end - 1
      }
      guard isMark(index + 1, ","), isName(index + 2) else { return }
      names.insert(words[index + 2].hash)
      index += 2
    }
  }

  /// `func f<A: P, B>`
  private mutating func takeGenericNames(after index: Int) {
    guard isMark(index + 1, "<") else { return }
    var place = index + 1
    while place < words.count, place < index + 24, !isMark(place, ">") {
      if isMark(place, "<") || isMark(place, ","), isName(place + 1) {
        names.insert(words[place + 1].hash)
      }
      place += 1
    }
  }

  /// The labels of tuples in the type of a variable: `var a: [(old: Int, new: Int)]`.
  private mutating func takeLabels(ofTypeAfter index: Int) {
    guard isMark(index + 1, ":") else { return }
    var end = index + 2
    while end < words.count,
      words[end].kind == .name || isMark(end, among: Self.marksOfTypes + ",:-")
    {
      end += 1
    }
    takeLabels(in: (index + 2)..<end)
  }

  /// The names between a parenthesis or a comma and a colon.
  private mutating func takeLabels(in range: Range<Int>) {
    for place in range where isName(place) && isMark(place + 1, ":") {
      if isMark(place - 1, "(") || isMark(place - 1, ",") {
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
    while start < words.count, start < index + 24, !isMark(start, "(") {
      start += 1
    }
    guard isMark(start, "(") else { return }
    let end = end(of: start)
    var depth = 0
    for place in start..<end {
      switch words[place].mark {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      default: break
      }
      guard depth == 1, isMark(place + 1, ":"), isName(place) else { continue }
      names.insert(words[place].hash)
      if isName(place - 1) { names.insert(words[place - 1].hash) }
    }
  }

  /// `{ [weak a] b, c in` and `{ (b: Int) -> Int in`
  private mutating func takeClosureParameters(after brace: Int) {
    var index = brace + 1
    var found: [UInt64] = []
    if isMark(index, "[") {
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
      case .mark where word.mark == ",": isType = false
      case .mark where word.mark == ":" || word.mark == "-": isType = true
      case .mark where isMark(index, among: Self.marksOfTypes): break
      default: return
      }
      index += 1
    }
  }

  /// The place after the mark that closes the one at `start`.
  private func end(of start: Int) -> Int {
    var depth = 0
    for place in start..<words.count {
      switch words[place].mark {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      default: continue
      }
      if depth == 0 { return place + 1 }
    }
    return words.count
  }

  private func isName(_ index: Int) -> Bool {
    words.indices.contains(index) && words[index].kind == .name
  }

  private func isMark(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
    words.indices.contains(index) && words[index].mark == mark
  }

  private func isMark(_ index: Int, among marks: String) -> Bool {
    words[index].mark.map(marks.unicodeScalars.contains) == true
  }

  private static let marksOfTypes = "()[]?>.&@!<"
}

/// The values of ``Word/hash`` for keywords.
enum Keyword {
  static let function = Word.hash("func")
  static let enumCase = Word.hash("case")
  static let forLoop = Word.hash("for")
  static let within = Word.hash("in")
  static let introducers = Word.hashes(
    "func var let class struct enum actor protocol typealias case")
  static let variables = Word.hashes("var let")
  static let callables = Word.hashes("init subscript")
  static let types = Word.hashes("class struct enum actor protocol extension")
  /// The keywords that begin a member, apart from modifiers.
  static let members = Word.hashes(
    "func var let class struct enum actor protocol extension typealias case init deinit subscript "
      + "import")
  static let modifiers = Word.hashes(
    "private fileprivate internal package public open static final lazy weak unowned mutating "
      + "nonisolated override required convenience indirect")
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
      begins = takeMark(word.mark, isOutside: isOutside)
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

  private mutating func takeMark(_ mark: Unicode.Scalar?, isOutside: Bool) -> Bool {
    switch mark {
    case "{":
      braces.append(opensType)
      (opensType, isBegun) = (false, false)
    case "}":
      isBegun = false
      // The end of a type does not belong to its last member.
      return braces.popLast() ?? false
    case "(": parentheses += 1
    case ")": parentheses -= 1
    case "@" where isOutside && parentheses == 0 && !isBegun:
      isBegun = true
      return true
    default: break
    }
    return false
  }
}
