#if os(Linux)
  internal import Foundation

  /// One event of a watched directory: what happened, and to which name.
  struct InotifyEvent {
    let watch: Int32
    let mask: UInt32
    let name: String

    func isAny(_ bits: Int32...) -> Bool { bits.contains { mask & UInt32(bitPattern: $0) != 0 } }
  }

  /// The events that one read finds.
  struct InotifyEvents: Sequence, IteratorProtocol {
    /// More than one event with the longest name takes.
    private static let spareSize = 512

    /// Whether there were no more; the system fills what room it is given.
    let areAll: Bool
    private var bytes: ArraySlice<UInt8>

    /// Nil when there is none.
    init?(readFrom descriptor: Int32) {
      var count = 0
      let size = 16 * 1024
      let buffer = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        count = read(descriptor, buffer.baseAddress, size)
        filled = Swift.max(0, count)
      }
      guard count > 0 else { return nil }
      areAll = count < size - Self.spareSize
      bytes = buffer[...]
    }

    /// `struct inotify_event`: watch, mask, cookie and length, then the name and zeros.
    mutating func next() -> InotifyEvent? {
      guard bytes.count >= 16 else { return nil }
      let (watch, mask, length) = bytes.withUnsafeBytes {
        (
          $0.loadUnaligned(fromByteOffset: 0, as: Int32.self),
          $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
          Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        )
      }
      let name = bytes.dropFirst(16).prefix(length).prefix { $0 != 0 }
      bytes = bytes.dropFirst(16 + length)
      return InotifyEvent(watch: watch, mask: mask, name: String(decoding: name, as: UTF8.self))
    }
  }
#endif
