internal import Foundation

/// Reads a stream line by line.
///
/// Not `readLine()`, which holds a lock of the C library while it waits, so that another thread could
/// not leave the process by `exit`.
final class LineReader {
  private let handle: FileHandle
  private var bytes = Data()

  init(_ handle: FileHandle) { self.handle = handle }

  /// The next line, without its line break; nil at the end.
  func next() -> String? {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes = Data(bytes[(end + 1)...]) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      let more = handle.availableData
      guard !more.isEmpty else { break }
      bytes += more
    }
    defer { bytes = Data() }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
