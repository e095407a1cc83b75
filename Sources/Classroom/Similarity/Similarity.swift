/// How alike the texts of one exercise are, without what the stub and most of the class have in common.
struct Similarity: Sendable {
  /// A text that is compared.
  struct Text: Sendable {
    enum Origin: Sendable, Hashable {
      /// Texts of the class, with the places of their learners. Identical texts are one.
      case learners([Int])
      /// A text of the workbook: the solution, or an alternative by its name.
      case workbook(String)
    }

    let origin: Origin
    let text: String
  }

  struct Pair: Sendable, Equatable {
    /// Places in the list of texts, of which the first is the smaller one.
    let first: Int
    let second: Int
    /// From 0 to 1: the fingerprints in both, out of those of the smaller text, so that lines that were added to a copy count
    /// little. A smaller text counts as at least half of the larger one.
    let score: Double
    let shared: Int
  }

  /// Pairs above this score are reported.
  static let threshold = 0.5
  /// A text with fewer fingerprints of its own says nothing about its origin.
  private static let fewest = 4
  /// What more than half of the learners have in common is the class's, if there are as many as this.
  private static let smallestClass = 6

  private let texts: [Text]
  /// The fingerprints of each text that the stub does not have.
  private let own: [[Fingerprints.Print]]
  /// Those of them that at most half of the learners have.
  private let rare: [[Fingerprints.Print]]
  /// The most similar first. Of the workbook's texts, only pairs with a learner's.
  let pairs: [Pair]
  /// The texts of more than half of the learners, if half of each or more is what more than half of the learners have. Those
  /// are no pairs, although one may be the copy of another. Empty for none.
  let crowd: [Int]

  init(_ texts: [Text], stub: String, threshold: Double = Self.threshold) {
    let stub = Fingerprints.allGrams(stub)
    let own = texts.map { Fingerprints($0.text).prints.filter { !stub.contains($0.hash) } }
    let learners = texts.reduce(0) { $0 + $1.learnerCount }
    let common = learners < Self.smallestClass ? [] : Self.commonHashes(own, texts, of: learners)
    let rare = own.map { $0.filter { !common.contains($0.hash) } }
    let crowd = texts.indices.filter { index in
      let shared = own[index].count - rare[index].count
      return !texts[index].isOfWorkbook && shared >= Self.fewest && shared >= rare[index].count
    }
    self.texts = texts
    self.own = own
    self.rare = rare
    self.crowd = crowd.reduce(0) { $0 + texts[$1].learnerCount } * 2 > learners ? crowd : []
    pairs = (Self.pairs(rare, texts) + Self.pairsWithWorkbook(own, texts))
      .filter { $0.score >= threshold }
      .sorted { ($1.score, $0.first, $0.second) < ($0.score, $1.first, $1.second) }
  }

  /// Whether these fingerprints are enough to say something about a text's origin.
  static func isTelling(_ prints: [Fingerprints.Print]) -> Bool { prints.count >= fewest }

  /// The fingerprints of a text that count in a pair: what many learners share counts only beside a text of the workbook.
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
      for print in prints { counts[print.hash, default: 0] += text.learnerCount }
    }
    return Set(counts.filter { $0.value * 2 > learners }.keys)
  }

  /// A pair of texts. Nil if one has too few fingerprints.
  private static func pair(
    _ first: Int, _ second: Int, shared: Int, of prints: [[Fingerprints.Print]]
  ) -> Pair? {
    let counts = [prints[first].count, prints[second].count].sorted()
    guard counts[0] >= fewest else { return nil }
    let score = Double(shared) / max(Double(counts[0]), Double(counts[1]) / 2)
    return Pair(first: first, second: second, score: score, shared: shared)
  }

  private static func pairsWithWorkbook(
    _ prints: [[Fingerprints.Print]], _ texts: [Text]
  ) -> [Pair] {
    texts.indices.filter { texts[$0].isOfWorkbook }.flatMap { known in
      let hashes = Set(prints[known].map(\.hash))
      return texts.indices.filter { !texts[$0].isOfWorkbook }.compactMap { index in
        let shared = prints[index].count { hashes.contains($0.hash) }
        return pair(min(index, known), max(index, known), shared: shared, of: prints)
      }
    }
  }

  private static func pairs(_ prints: [[Fingerprints.Print]], _ texts: [Text]) -> [Pair] {
    let count = texts.count
    var owners: [UInt64: [Int32]] = [:]
    for (index, prints) in prints.enumerated() where !texts[index].isOfWorkbook {
      for print in prints { owners[print.hash, default: []].append(Int32(index)) }
    }
    var shared = [UInt16](repeating: 0, count: count * count)
    shared.withUnsafeMutableBufferPointer { shared in
      for owners in owners.values where owners.count > 1 {
        owners.withUnsafeBufferPointer { owners in
          var place = 0
          while place < owners.count {
            let row = Int(owners[place]) * count
            var other = place + 1
            while other < owners.count {
              shared[row + Int(owners[other])] &+= 1
              other += 1
            }
            place += 1
          }
        }
      }
    }
    return shared.indices.filter { shared[$0] > 0 }.compactMap { place in
      pair(place / count, place % count, shared: Int(shared[place]), of: prints)
    }
  }
}

extension Similarity.Text {
  var isOfWorkbook: Bool {
    if case .workbook = origin { true } else { false }
  }

  /// How many have handed in this text.
  fileprivate var learnerCount: Int {
    if case .learners(let learners) = origin { learners.count } else { 0 }
  }
}
