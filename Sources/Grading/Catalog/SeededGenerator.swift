/// A pseudorandom generator (SplitMix64). Equal seeds give equal numbers on every machine.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// Creates the generator of one check of an exercise.
  package init(seed: UInt64, exercise: String, check: Int) {
    self.init(seed: seed ^ "\(exercise) \(check)".utf8.fingerprint)
  }
}

extension SeededGenerator {
  /// The workbook's people.
  static let everyone = ["ann", "bob", "cid", "dan", "jake", "taylor"]

  /// The workbook's people, shuffled.
  package mutating func people(_ count: Int) -> [String] {
    Array(Self.everyone.shuffled(using: &self).prefix(count))
  }

  /// Distinct numbers from 1 to 99.
  package mutating func values(_ count: Int) -> [Int] {
    Array((1...99).shuffled(using: &self).prefix(count))
  }

  /// A random element. There must be at least one.
  package mutating func one<Element>(of elements: Element...) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  /// The workbook's people, capitalised as on a screen.
  mutating func names(_ count: Int) -> [String] {
    people(count).map { $0.prefix(1).uppercased() + $0.dropFirst() }
  }

  /// Eight shuffled receivers, such as `view3`. A `Set` keeps their order in 1 of 40,320 runs.
  mutating func crowd(_ kind: String) -> [String] {
    (1...8).map { "\(kind)\($0)" }.shuffled(using: &self)
  }

  /// A reason for a failed request to a server.
  mutating func problem() -> String { one(of: "offline", "late", "refused") }

  /// One to three news, in the format of a script.
  mutating func news() -> String {
    values(Int.random(in: 1...3, using: &self)).map(String.init).joined(separator: " ")
  }
}

extension Sequence<UInt8> {
  /// A hash that is equal on all machines (FNV-1a, 64 bits).
  package var fingerprint: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
