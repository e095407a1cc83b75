import Exercising
import Foundation

/// Searches the memory of its process for the nonce: hexadecimal digits with hyphens after the eighth and the thirteenth.
final class PublishSubject: LearnersSubject {
  init() {}

  private func nonces(in bytes: UnsafeRawBufferPointer) -> Set<String> {
    var found: Set<String> = []
    var start = bytes.baseAddress
    let end = start.map { $0 + bytes.count }
    while let place = start, let end, let hyphen = memchr(place, 0x2D, end - place) {
      let offset = UnsafeRawPointer(hyphen) - (bytes.baseAddress ?? place)
      start = UnsafeRawPointer(hyphen) + 1
      guard offset >= 8, offset + 28 <= bytes.count, bytes[offset + 5] == 0x2D else { continue }
      let text = String(decoding: bytes[(offset - 8)..<(offset + 28)], as: UTF8.self)
      if UUID(uuidString: text) != nil { found.insert(text) }
    }
    return found
  }

  func on(_ signal: Signal) {
    let memory = open("/proc/self/mem", O_RDONLY)
    let map = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    // Others in the memory are those of the test.
    let own = (getenv("WORKBOOK_RUN").map { String(cString: $0) } ?? "") + "$OUTSIDE"
    var found: Set<String> = []
    for line in map.split(separator: "\n") where line.contains(" rw-p ") {
      let range = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
      guard range.count == 2, range[1] - range[0] < 16 << 20 else { continue }
      var bytes = [UInt8](repeating: 0, count: range[1] - range[0])
      let count = pread(memory, &bytes, bytes.count, off_t(range[0]))
      if count > 0 { found.formUnion(bytes.withUnsafeBytes(nonces)) }
    }
    let nonce = found.filter { !own.contains($0) }
    print(nonce.isEmpty ? "nothing" : "found \(nonce)")
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
