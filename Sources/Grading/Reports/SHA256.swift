internal import Foundation

/// The hash function of FIPS 180-4, which identifies a text. No two texts with the same hash are
/// known, so a learner cannot forge a file with the hash of another.
package enum SHA256 {
  /// The hash in 64 hexadecimal digits.
  package static func hex(_ text: String) -> String {
    var message = text.utf8 + [0x80]
    message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
    let bitCount = UInt64(text.utf8.count) * 8
    message += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
    var state = primes.prefix(8).map { fraction($0.squareRoot()) }
    for start in stride(from: 0, to: message.count, by: 64) {
      mix(message[start..<(start + 64)], into: &state)
    }
    return state.map { String(format: "%08x", $0) }.joined()
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<(index + 4)].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = early.rotated(7) ^ early.rotated(18) ^ early >> 3
      let second = late.rotated(17) ^ late.rotated(19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    // Eight variables, because an array of them makes a build without optimisation several times
    // slower.
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first =
        h &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ choice
        &+ constants[index] &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    let work = [a, b, c, d, e, f, g, h]
    for index in state.indices { state[index] &+= work[index] }
  }

  private static let primes = (2...311).filter { number in
    !(2..<number).contains { number.isMultiple(of: $0) }
  }.map { Double($0) }

  /// From the cube roots of the first 64 primes.
  private static let constants = primes.map { fraction(cbrt($0)) }

  /// The first 32 bits of the fractional part, which has more of them in a `Double`.
  private static func fraction(_ root: Double) -> UInt32 {
    UInt32(root.truncatingRemainder(dividingBy: 1) * 0x1p32)
  }
}

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
