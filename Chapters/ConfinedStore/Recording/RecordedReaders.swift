import ThreadConfinement
import Workbook

struct RecordedResults<Object: ConfinedObject>: Sequence {
  let results: Results<Object>
  let reader: String
  let transcript: Transcript
  let fileID: String

  subscript(position: Int) -> LiveObject<Object> { results[position] }

  var evaluationCount: Int { results.evaluationCount }

  func observe(
    line: Int = #line, _ observer: @escaping (CollectionChange<Object>) throws -> Void
  ) throws -> NotificationToken {
    try transcript.subscribing("observer", fileID: fileID, line: line) {
      try results.observe { [transcript] change in
        transcript.receives(.value(change.brief), in: "observer", fileID: fileID, line: line)
        try observer(change)
      }
    }
  }

  func makeIterator() -> Results<Object>.Iterator { results.makeIterator() }

  var count: Int {
    let count = results.count
    transcript.read("count \(count)", by: reader)
    return count
  }
}

/// A reference whose pinned version is recorded from its creation until it is resolved.
struct RecordedReference<Object: ConfinedObject>: Sendable {
  let reference: ThreadSafeReference<Object>
  let name: String
}

extension ThreadSafeReference {
  /// Returns this reference, recorded as pinning the version of its object's store.
  func recorded(
    as name: String, of store: RecordedStore, in transcript: Transcript,
    fileID: String = #fileID, line: Int = #line
  ) throws -> RecordedReference<Object> {
    transcript.record(.open, "\(try store.store.version)", to: name, fileID: fileID, line: line)
    return RecordedReference(reference: self, name: name)
  }
}

/// A frozen object whose reads are recorded.
@dynamicMemberLookup
struct RecordedFrozenObject<Object: ConfinedObject>: Sendable {
  fileprivate let object: FrozenObject<Object>
  fileprivate let part: String
  fileprivate let storeName: String
  fileprivate let transcript: Transcript

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
    return RecordedFrozenObject(
      object: self, part: name, storeName: store.name, transcript: transcript)
  }
}
