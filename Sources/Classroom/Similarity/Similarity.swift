/// The similarity of the texts of one exercise, without the passages of the stub and of most of the
/// class.
struct Similarity: Sendable {
  struct Text: Sendable {
    /// The indices of the learners who have handed it in. Empty for a text of the workbook.
    let learners: [Int]
    /// The name of a text of the workbook: `the solution`.
    var name = ""
    let text: String

    var isOfWorkbook: Bool { learners.isEmpty }
  }

  struct Pair: Sendable, Equatable {
    /// Indices in the list of texts, the smaller one first.
    let first: Int
    let second: Int
    /// From 0 to 1: the tokens of the smaller text in passages of both, so that lines added to a
    /// copy count little. The smaller text counts as at least half of the larger one.
    let score: Double
    let shared: Int
  }

  /// Pairs with at least this score are reported.
  static let threshold = 0.75
  /// A text with fewer fingerprints of its own says nothing about its origin.
  private static let fewest = 4
  /// Passages of more than half of the learners count as common if there are at least this many
  /// learners.
  private static let smallestClass = 6

  private let texts: [Text]
  /// For each text, the fingerprints that the stub does not have.
  private let own: [[Fingerprints.Print]]
  /// For each text, those of ``own`` that at most half of the learners have.
  private let rare: [[Fingerprints.Print]]
  /// Most similar first. A text of the workbook is paired only with learners' texts.
  let pairs: [Pair]
  /// The texts of which at least half is shared by more than half of the learners. Empty unless
  /// more than half of the learners have such a text. The shared part does not count in pairs,
  /// although one text may be a copy of another.
  let crowd: [Int]

  init(_ texts: [Text], stub: String, threshold: Double = Self.threshold) {
    let stub = Fingerprints.allGrams(stub)
    let own = texts.map { Fingerprints($0.text).prints.filter { !stub.contains($0.hash) } }
    let learners = texts.reduce(0) { $0 + $1.learners.count }
    let common = learners < Self.smallestClass ? [] : Self.commonHashes(own, texts, of: learners)
    let rare = own.map { $0.filter { !common.contains($0.hash) } }
    let crowd = texts.indices.filter { index in
      let shared = own[index].count - rare[index].count
      return !texts[index].isOfWorkbook && shared >= Self.fewest && shared >= rare[index].count
    }
    self.texts = texts
    self.own = own
    self.rare = rare
    self.crowd = crowd.reduce(0) { $0 + texts[$1].learners.count } * 2 > learners ? crowd : []
    pairs =
      (Self.pairs(rare, texts, withWorkbook: false)
      + Self.pairs(own, texts, withWorkbook: true))
      .filter { $0.score >= threshold }
      .sorted { ($1.score, $0.first, $0.second) < ($0.score, $1.first, $1.second) }
  }

  /// Whether these fingerprints are enough to judge a text's origin.
  static func isTelling(_ prints: [Fingerprints.Print]) -> Bool { prints.count >= fewest }

  /// The fingerprints of a text that count in a pair. Those that many learners share count only
  /// beside a text of the workbook.
  func prints(of index: Int, beside other: Int) -> [Fingerprints.Print] {
    texts[index].isOfWorkbook || texts[other].isOfWorkbook ? own[index] : rare[index]
  }

  /// The fingerprints of a text that more than half of the learners have.
  func commonPrints(of index: Int) -> [Fingerprints.Print] {
    let rare = Set(rare[index].map(\.hash))
    return own[index].filter { !rare.contains($0.hash) }
  }

  /// The hashes that more than half of the learners have.
  private static func commonHashes(
    _ prints: [[Fingerprints.Print]], _ texts: [Text], of learners: Int
  ) -> Set<UInt64> {
    var counts: [UInt64: Int] = [:]
    for (prints, text) in zip(prints, texts) where !text.isOfWorkbook {
      for print in prints { counts[print.hash, default: 0] += text.learners.count }
    }
    return Set(counts.filter { $0.value * 2 > learners }.keys)
  }

  /// A pair of texts. Nil if one has too few fingerprints.
  private static func pair(
    _ first: Int, _ second: Int, of prints: [[Fingerprints.Print]], _ sizes: [Int]
  ) -> Pair? {
    let (smaller, larger) = sizes[first] <= sizes[second] ? (first, second) : (second, first)
    guard min(prints[first].count, prints[second].count) >= fewest else { return nil }
    let shared = prints[smaller].shared(with: prints[larger])
    let size = max(Double(sizes[smaller]), Double(sizes[larger]) / 2)
    return Pair(
      first: first, second: second, score: Double(Fingerprints.tokenCount(shared)) / size,
      shared: shared.count)
  }

  /// The pairs of learners' texts with each other, or of the workbook's texts with learners'.
  private static func pairs(
    _ prints: [[Fingerprints.Print]], _ texts: [Text], withWorkbook: Bool
  ) -> [Pair] {
    let sizes = prints.map(Fingerprints.tokenCount)
    return texts.indices.flatMap { first in
      texts.indices.dropFirst(first + 1).compactMap { second -> Pair? in
        let known = [first, second].count { texts[$0].isOfWorkbook }
        return known == (withWorkbook ? 1 : 0) ? pair(first, second, of: prints, sizes) : nil
      }
    }
  }
}

extension [Fingerprints.Print] {
  /// The fingerprints that another text has too. Both lists are sorted by their hashes.
  fileprivate func shared(with others: [Fingerprints.Print]) -> [Fingerprints.Print] {
    var other = 0
    return filter { print in
      while other < others.count, others[other].hash < print.hash { other += 1 }
      return other < others.count && others[other].hash == print.hash
    }
  }
}
