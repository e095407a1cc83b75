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
    private var bytes: ArraySlice<UInt8>

    /// Nil when there is none.
    init?(readFrom descriptor: Int32) {
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      bytes = buffer[..<count]
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

  /// What a number of events amount to.
  struct InotifyFindings {
    private var replacements = 0
    private var removals = 0
    /// A file that was made or written in place is told of when it is closed, too. One that is only closed is
    /// not: a child that was just started may hold a file that was written before it took its place.
    private(set) var isBeingWritten: Bool
    var hasOthers = false
    /// Whether a directory that is watched came to an end.
    var needsArming = false
    /// Whether a name on the way came or went, which may have been a link or a directory.
    var mayLeadElsewhere = false

    init(isBeingWritten: Bool) { self.isBeingWritten = isBeingWritten }

    mutating func add(_ event: InotifyEvent, names: [Int32: Set<String>]) {
      if event.isAny(IN_Q_OVERFLOW) {
        (hasOthers, needsArming) = (true, true)
      } else if event.isAny(IN_DELETE_SELF, IN_MOVE_SELF, IN_IGNORED) {
        if names[event.watch] != nil { needsArming = true }
      } else if names[event.watch]?.contains(event.name) == true {
        if event.isAny(IN_MOVED_TO) { replacements += 1 }
        if event.isAny(IN_DELETE) { removals += 1 }
        if event.isAny(IN_MOVED_FROM) { hasOthers = true }
        if event.isAny(IN_CREATE, IN_MODIFY) { isBeingWritten = true }
        // Who keeps it open may not close it before long.
        if event.isAny(IN_MODIFY) { hasOthers = true }
        if event.isAny(IN_CLOSE_WRITE), isBeingWritten {
          (hasOthers, isBeingWritten) = (true, false)
        }
        if !event.isAny(IN_CLOSE_WRITE, IN_MODIFY) { mayLeadElsewhere = true }
      }
    }

    func isChanged(except own: OwnWrite) -> Bool {
      hasOthers
        || replacements > (own.isReplacement ? 1 : 0)
        || removals > (own.isRemoval ? 1 : 0)
    }
  }
#endif
