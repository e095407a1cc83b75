/// The similarity of the texts of one exercise, without passages of the stub and most of the class.
struct Similarity: Sendable {
  struct Text: Sendable {
    /// The unique names of the learners who have handed it in. Empty for a text of the workbook.
    var learners: [String] = []
    /// The name of a text of the workbook: `the solution`.
    var name = ""
    let text: String

    var isOfWorkbook: Bool { learners.isEmpty }
    var label: String { isOfWorkbook ? name : learners.joined(separator: " | ") }
  }

  /// A text beside another one.
  struct Side: Sendable {
    let text: Text
    let prints: [Fingerprints.Print]
    /// The fingerprints of the other text.
    let others: [Fingerprints.Print]

    /// The lines of common passages, counted from 0. Computed only for the pairs that are shown.
    var marked: Set<Int> {
      let hashes = Set(others.map(\.hash))
      return prints.reduce(into: []) { lines, print in
        if hashes.contains(print.hash) { lines.formUnion(print.lines) }
      }
    }
  }

  struct Pair: Sendable {
    let exercise: String
    let first: Side
    let second: Side
    /// From 0 to 1: the tokens of the smaller text in passages of both, so that lines added to a
    /// copy count little. The smaller text counts as at least half of the larger one.
    let score: Double
    let shared: Int
  }

  /// Texts of which at least half is shared by more than half of the learners.
  struct Crowd: Sendable {
    let exercise: String
    /// The learners of all the texts, with the first text and its common passages.
    let side: Side
    /// The number of learners who have handed in the exercise.
    let count: Int

    /// `13 of 24 learners share these passages`
    var words: String { "\(side.text.learners.count) of \(count) learners share these passages" }
  }

  /// Pairs with at least this score are reported.
  static let threshold = 0.75
  /// A text with fewer fingerprints of its own says nothing about its origin.
  private static let fewest = 4
  /// In a smaller class no passage counts as common.
  private static let smallestClass = 6

  /// A text of the workbook is paired only with learners' texts.
  private(set) var pairs: [Pair] = []
  /// Nil unless more than half of the learners have such a text. The shared part does not count in
  /// pairs, although one text may be a copy of another.
  private(set) var crowd: Crowd?

  init(_ texts: [Text], of exercise: String, stub: String, threshold: Double = Self.threshold) {
    let stub = Fingerprints.allGrams(stub)
    // For each text, the fingerprints that the stub does not have, and those of them that at most
    // half of the learners have.
    let own = texts.map { Fingerprints.of($0.text).filter { !stub.contains($0.hash) } }
    let learners = texts.reduce(0) { $0 + $1.learners.count }
    var counts: [UInt64: Int] = [:]
    for (prints, text) in zip(own, texts) where learners >= Self.smallestClass {
      for print in prints { counts[print.hash, default: 0] += text.learners.count }
    }
    let common = Set(counts.filter { $0.value * 2 > learners }.keys)
    let rare = own.map { $0.filter { !common.contains($0.hash) } }
    for (text, prints) in zip(texts, rare) where prints.count >= Self.fewest {
      let sides = text.learners.map {
        Side(text: Text(learners: [$0], text: text.text), prints: prints, others: prints)
      }
      pairs += sides.dropFirst().map {
        Pair(exercise: exercise, first: sides[0], second: $0, score: 1, shared: prints.count)
      }
    }
    let sizes = [own, rare].map { $0.map(Fingerprints.tokenCount) }
    let hashes = own.map { Set($0.map(\.hash)) }
    for (first, text) in texts.enumerated() {
      for (second, other) in texts.enumerated().dropFirst(first + 1)
      where !text.isOfWorkbook || !other.isOfWorkbook {
        // A part that many learners share counts only beside a text of the workbook.
        let hasWorkbook = text.isOfWorkbook || other.isOfWorkbook
        let (prints, sizes) = hasWorkbook ? (own, sizes[0]) : (rare, sizes[1])
        let (smaller, larger) = sizes[first] <= sizes[second] ? (first, second) : (second, first)
        guard min(prints[first].count, prints[second].count) >= Self.fewest else { continue }
        let shared = prints[smaller].filter { hashes[larger].contains($0.hash) }
        let size = max(Double(sizes[smaller]), Double(sizes[larger]) / 2)
        let score = Double(Fingerprints.tokenCount(shared)) / size
        guard score >= threshold else { continue }
        pairs.append(
          Pair(
            exercise: exercise,
            first: Side(text: text, prints: prints[first], others: prints[second]),
            second: Side(text: other, prints: prints[second], others: prints[first]),
            score: score, shared: shared.count))
      }
    }
    let alike = texts.indices.filter { index in
      let shared = own[index].count - rare[index].count
      return !texts[index].isOfWorkbook && shared >= Self.fewest && shared >= rare[index].count
    }
    let names = alike.flatMap { texts[$0].learners }
    guard let first = alike.first, names.count * 2 > learners else { return }
    let prints = own[first].filter { common.contains($0.hash) }
    // In the order of the class.
    let text = Text(
      learners: names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, text: texts[first].text
    )
    crowd = Crowd(
      exercise: exercise, side: Side(text: text, prints: prints, others: prints), count: learners)
  }
}

/// The fingerprints of a text, by winnowing: in each window of neighbouring k-grams the smallest
/// hash is kept, and of equal ones the last, so that any common passage of `gram + window - 1`
/// tokens has a common fingerprint.
///
/// Schleimer, Wilkerson, Aiken: Winnowing, Local Algorithms for Document Fingerprinting (SIGMOD
/// 2003). A k-gram stays within a member of a type, so that the order of members has no effect.
enum Fingerprints {
  /// A fingerprint, and the tokens and lines of its passage, counted from 0.
  struct Print: Sendable {
    let hash: UInt64
    let tokens: Range<Int>
    let lines: ClosedRange<Int>
  }

  static let gram = 8
  static let window = 4

  /// Without duplicates, sorted by their hashes.
  static func of(_ text: String) -> [Print] {
    var found: [Print] = []
    var first = 0
    for member in SwiftTokens.members(of: text) {
      let grams = grams(member.map(\.token))
      for place in winnowed(grams) {
        let end = min(place + gram, member.count)
        found.append(
          Print(
            hash: grams[place], tokens: (first + place)..<(first + end),
            lines: member[place].line...member[end - 1].line))
      }
      first += member.count
    }
    return found.sorted { $0.hash < $1.hash }.reduce(into: []) { unique, print in
      if unique.last?.hash != print.hash { unique.append(print) }
    }
  }

  /// The number of tokens in the passages of fingerprints, each token once.
  static func tokenCount(_ prints: [Print]) -> Int {
    var (count, end) = (0, 0)
    for tokens in prints.map(\.tokens).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      count += max(tokens.upperBound - max(tokens.lowerBound, end), 0)
      end = max(end, tokens.upperBound)
    }
    return count
  }

  /// The hashes of all k-grams of a text, including those that winnowing drops.
  static func allGrams(_ text: String) -> Set<UInt64> {
    Set(SwiftTokens.members(of: text).flatMap { grams($0.map(\.token)) })
  }

  /// The hashes of the k-grams of a member. A shorter member is one k-gram.
  private static func grams(_ tokens: [UInt64]) -> [UInt64] {
    guard !tokens.isEmpty else { return [] }
    return (0..<max(tokens.count - gram + 1, 1)).map { start in
      tokens[start..<min(start + gram, tokens.count)].reduce(0x9E37_79B9_7F4A_7C15) { hash, token in
        let mixed = (hash ^ token) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ (mixed >> 29)
      }
    }
  }

  private static func winnowed(_ grams: [UInt64]) -> [Int] {
    guard !grams.isEmpty else { return [] }
    var kept: [Int] = []
    for start in 0...max(grams.count - window, 0) {
      var smallest = start
      for place in start..<min(start + window, grams.count) where grams[place] <= grams[smallest] {
        smallest = place
      }
      if kept.last != smallest { kept.append(smallest) }
    }
    return kept
  }
}
