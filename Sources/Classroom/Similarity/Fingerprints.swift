/// The fingerprints of a text, by winnowing: in each window of neighbouring k-grams the smallest
/// hash is kept, and of equal ones the last, so that any common passage of `gram + window - 1`
/// tokens has a common fingerprint.
///
/// Schleimer, Wilkerson, Aiken: Winnowing, Local Algorithms for Document Fingerprinting (SIGMOD
/// 2003). A k-gram stays within a member of a type, so that the order of members has no effect.
struct Fingerprints: Sendable {
  /// A fingerprint, and the tokens and lines of its passage, counted from 0.
  struct Print: Sendable {
    let hash: UInt64
    let tokens: Range<Int>
    let lines: ClosedRange<Int>
  }

  /// The number of tokens in a k-gram.
  static let gram = 8
  /// The number of k-grams in a window.
  static let window = 4

  /// Without duplicates, sorted by their hashes.
  let prints: [Print]

  init(_ text: String) {
    let tokens = SwiftTokens(text)
    var found: [Print] = []
    var first = 0
    for (member, lines) in zip(tokens.members, tokens.lines) {
      let grams = Self.grams(member)
      for place in Self.winnowed(grams) {
        let end = min(place + Self.gram, lines.count)
        found.append(
          Print(
            hash: grams[place], tokens: (first + place)..<(first + end),
            lines: lines[place]...lines[end - 1]))
      }
      first += member.count
    }
    prints = found.sorted { $0.hash < $1.hash }.reduce(into: []) { unique, print in
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
    Set(SwiftTokens(text).members.flatMap(grams))
  }

  /// The hashes of the k-grams of a member. A shorter member is one k-gram.
  private static func grams(_ tokens: [UInt64]) -> [UInt64] {
    guard !tokens.isEmpty else { return [] }
    let count = max(tokens.count - gram + 1, 1)
    return tokens.withUnsafeBufferPointer { tokens in
      var grams: [UInt64] = []
      grams.reserveCapacity(count)
      for start in 0..<count {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
        for place in start..<min(start + gram, tokens.count) {
          hash = (hash ^ tokens[place]) &* 0xBF58_476D_1CE4_E5B9
          hash ^= hash >> 29
        }
        grams.append(hash)
      }
      return grams
    }
  }

  /// The places of the k-grams that are kept.
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
