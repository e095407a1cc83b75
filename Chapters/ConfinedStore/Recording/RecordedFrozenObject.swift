import ThreadConfinement
import Workbook

/// A frozen object whose reads are recorded.
@dynamicMemberLookup
struct RecordedFrozenObject<Object: ConfinedObject>: Sendable {
  private let object: FrozenObject<Object>
  private let part: String
  private let storeName: String
  private let transcript: Transcript

  fileprivate init(
    _ object: FrozenObject<Object>, as part: String, of store: RecordedStore,
    in transcript: Transcript
  ) {
    self.object = object
    self.part = part
    storeName = store.name
    self.transcript = transcript
  }

  subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Value {
    let value = object[dynamicMember: keyPath]
    transcript.read("\(value)", by: part)
    return value
  }

  /// Thaws the object in the current thread's store, and records the store as the reader.
  func thaw() throws -> LiveObject<Object>? {
    let live = try object.thaw()
    transcript.read(live.map { "\($0.snapshot)" } ?? "nil", by: storeName)
    return live
  }

  func set<Value: ColumnValue>(
    _ keyPath: WritableKeyPath<Object, Value>, to newValue: Value
  ) throws { try object.set(keyPath, to: newValue) }
}

extension FrozenObject {
  /// Returns this object, recorded as a reader that stays at its version.
  func recorded(
    as name: String, of store: RecordedStore, in transcript: Transcript,
    fileID: String = #fileID, line: Int = #line
  ) -> RecordedFrozenObject<Object> {
    transcript.record(.open, "\(self.store.version)", to: name, fileID: fileID, line: line)
    return RecordedFrozenObject(self, as: name, of: store, in: transcript)
  }
}
