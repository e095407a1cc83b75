internal import CSQLite

/// SQL that may hold several statements, compiled one after the other.
struct Script {
  private var rest: UnsafeBufferPointer<UInt8>

  init(_ sql: UnsafeBufferPointer<UInt8>) { rest = sql }

  var isAtEnd: Bool { rest.isEmpty }

  /// Compiles the next statement; nil and `SQLITE_OK` is a comment, a blank, or the end.
  mutating func next(
    on handle: OpaquePointer, persistent: Bool, _ statement: inout OpaquePointer?
  ) -> Int32 {
    guard let start = rest.baseAddress, !rest.isEmpty else { return SQLITE_OK }
    return start.withMemoryRebound(to: CChar.self, capacity: rest.count) { text in
      var tail: UnsafePointer<CChar>?
      let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
      let code = sqlite3_prepare_v3(
        handle, text, Int32(clamping: rest.count), flags, &statement, &tail)
      let consumed = tail.map { $0 - text } ?? rest.count
      rest = UnsafeBufferPointer(rebasing: rest[consumed...])
      return code
    }
  }
}
