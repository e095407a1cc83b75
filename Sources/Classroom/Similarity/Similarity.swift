/// How alike the texts of one exercise are, without what the stub and the whole class have in common.
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
    /// From 0 to 1: the fingerprints in both, out of those of the two on average.
    let score: Double
    let shared: Int
  }

  /// Pairs above this score are reported.
  static let threshold = 0.5
  /// A text with fewer fingerprints of its own says nothing about its origin.
  private static let fewest = 4
  /// What more than half of the learners have in common is the class's, if there are as many as this.
  private static let smallestClass = 6

  /// The fingerprints of each text that are its own.
  let prints: [[Fingerprints.Print]]
  /// The most similar first. Of the workbook's texts, only pairs with a learner's.
  let pairs: [Pair]

  init(_ texts: [Text], stub: String, threshold: Double = Self.threshold) {
    let all = texts.map { Fingerprints($0.text).prints }
    let common = Fingerprints.allGrams(stub).union(Self.commonHashes(all, texts))
    let prints = all.map { $0.filter { !common.contains($0.hash) } }
    self.prints = prints
    pairs = Self.pairs(prints, texts, threshold: threshold)
  }

  /// Whether a text has enough of its own to say something about its origin.
  func isTelling(_ index: Int) -> Bool { prints[index].count >= Self.fewest }

  /// The hashes that more than half of the learners have. A text counts once, however many have handed it in.
  private static func commonHashes(
    _ prints: [[Fingerprints.Print]], _ texts: [Text]
  ) -> Set<UInt64> {
    let learners = texts.indices.filter { !texts[$0].isOfWorkbook }
    guard learners.count >= smallestClass else { return [] }
    var counts: [UInt64: Int] = [:]
    for index in learners {
      for print in prints[index] { counts[print.hash, default: 0] += 1 }
    }
    return Set(counts.filter { $0.value * 2 > learners.count }.keys)
  }

  private static func pairs(
    _ prints: [[Fingerprints.Print]], _ texts: [Text], threshold: Double
  ) -> [Pair] {
    let count = texts.count
    var owners: [UInt64: [Int32]] = [:]
    for (index, prints) in prints.enumerated() {
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
    var pairs: [Pair] = []
    for first in 0..<count where prints[first].count >= fewest {
      for second in (first + 1)..<max(count, first + 1) where prints[second].count >= fewest {
        let both = Int(shared[first * count + second])
        let score = 2 * Double(both) / Double(prints[first].count + prints[second].count)
        guard score >= threshold, !texts[first].isOfWorkbook || !texts[second].isOfWorkbook else {
          continue
        }
        pairs.append(Pair(first: first, second: second, score: score, shared: both))
      }
    }
    return pairs.sorted { ($1.score, $0.first, $0.second) < ($0.score, $1.first, $1.second) }
  }
}

extension Similarity.Text {
  var isOfWorkbook: Bool {
    if case .workbook = origin { true } else { false }
  }
}
