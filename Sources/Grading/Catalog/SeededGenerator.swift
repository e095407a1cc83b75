/// Numbers that look random and are the same for the same seed, on every machine (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// The numbers of one check: they depend on the seed and on its place, and not on what else is graded.
  package init(seed: UInt64, exercise: String, check: Int) {
    let mixed = "\(exercise) \(check)".utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    self.init(seed: seed ^ mixed)
  }
}

/// What scripts are made of.
extension SeededGenerator {
  /// The workbook's people.
  static let everyone = ["ann", "bob", "cid", "dan", "jake", "taylor"]

  /// The workbook's people, shuffled.
  package mutating func people(_ count: Int) -> [String] {
    Array(Self.everyone.shuffled(using: &self).prefix(count))
  }

  /// Values that a chain stores, all different; nine at most.
  package mutating func colours(_ count: Int) -> [String] {
    let all = ["blue", "brown", "gold", "green", "grey", "pink", "red", "violet", "white"]
    return Array(all.shuffled(using: &self).prefix(count))
  }

  /// Numbers from 1 to 99, all different.
  package mutating func values(_ count: Int) -> [Int] {
    Array((1...99).shuffled(using: &self).prefix(count))
  }

  /// One of the elements, of which there must be one at least.
  package mutating func one<Element>(of elements: Element...) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// People as they are written on a screen, with a capital letter.
  mutating func names(_ count: Int) -> [String] {
    people(count).map { $0.prefix(1).uppercased() + $0.dropFirst() }
  }

  /// Parts of a screen that show something.
  mutating func cells(_ count: Int) -> [String] {
    Array(["badge", "footer", "header", "menu", "row"].shuffled(using: &self).prefix(count))
  }

  /// Eight receivers, `view3` for example, shuffled. A collection without an order has them in the right one in 1 of 40,320
  /// runs.
  mutating func crowd(_ kind: String) -> [String] {
    (1...8).map { "\(kind)\($0)" }.shuffled(using: &self)
  }

  /// What a request to a server fails with.
  mutating func problem() -> String { one(of: "offline", "late", "refused") }

  /// Two different ids of users.
  mutating func ids() -> (Int, Int) {
    let first = Int.random(in: 1...8, using: &self)
    return (first, first + Int.random(in: 1...8, using: &self))
  }
}
