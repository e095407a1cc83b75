internal import Foundation

/// A short word for a file's content: the same for the same bytes, on every machine (FNV-1a, 64 bits).
enum Fingerprint {
  static func of(_ bytes: Data) -> String {
    let hash = bytes.reduce(into: 0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
