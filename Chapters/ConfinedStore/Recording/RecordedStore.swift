import ThreadConfinement
import Workbook

/// A store that is recorded as a named reader, with its calls and versions, at the lines of one
/// page.
@dynamicMemberLookup
final class RecordedStore {
  let store: ConfinedStore
  let name: String
  private let transcript: Transcript
  private let fileID: String
  private var version: Int64
  /// The line on which the page has opened the store, or nil if the page did not open it. Releasing
  /// an opened store also releases its version.
  private let openingLine: Int?
  private var asyncCount = 0

  init(
    _ store: ConfinedStore, as name: String, in transcript: Transcript, fileID: String,
    openingLine: Int? = nil
  ) throws {
    self.store = store
    self.name = name
    self.transcript = transcript
    self.fileID = fileID
    self.openingLine = openingLine
    version = try store.version
  }

  deinit {
    guard let openingLine else { return }
    transcript.record(.release, to: name, fileID: fileID, line: openingLine)
  }

  static func open(
    _ configuration: ConfinedStore.Configuration, as name: String, in transcript: Transcript,
    fileID: String = #fileID, line: Int = #line
  ) throws -> RecordedStore {
    let store = try RecordedStore(
      .open(configuration), as: name, in: transcript, fileID: fileID, openingLine: line)
    transcript.record(.open, "\(store.version)", to: name, fileID: fileID, line: line)
    return store
  }

  subscript<Value>(dynamicMember keyPath: ReferenceWritableKeyPath<ConfinedStore, Value>) -> Value {
    get { store[keyPath: keyPath] }
    set { store[keyPath: keyPath] = newValue }
  }

  func objects<Object: ConfinedObject>(_ type: Object.Type) -> RecordedResults<Object> {
    RecordedResults(
      results: store.objects(type), reader: name, transcript: transcript, fileID: fileID)
  }

  @discardableResult
  func refresh(line: Int = #line) throws -> Bool {
    try call("refresh", returning: { "\($0)" }, line) {
      let advanced = try store.refresh()
      try recordVersion(as: .pin, evenIfKnown: true)
      return advanced
    }
  }

  func resolve<Object: ConfinedObject>(
    _ reference: RecordedReference<Object>, line: Int = #line
  ) throws -> LiveObject<Object>? {
    try call("resolve", returning: { $0.map { "\($0.snapshot)" } ?? "nil" }, line) {
      let object = try store.resolve(reference.reference)
      try recordVersion(as: .pin)
      transcript.record(.read, object.map { "\($0.snapshot)" } ?? "nil", to: name)
      transcript.record(.release, to: reference.name)
      return object
    }
  }

  @discardableResult
  func write<Result>(
    withoutNotifying tokens: [NotificationToken] = [], line: Int = #line,
    _ block: () throws -> Result
  ) throws -> Result {
    try call("write", line) {
      let result = try store.write(withoutNotifying: tokens) {
        try recordVersion(as: .pin)
        return try block()
      }
      try recordVersion(as: .commit)
      return result
    }
  }

  func beginWrite(line: Int = #line) throws {
    try call("beginWrite", line) {
      try store.beginWrite()
      try recordVersion(as: .pin)
    }
  }

  func cancelWrite(line: Int = #line) throws { try call("cancelWrite", line, store.cancelWrite) }

  @discardableResult
  func add<Object: ConfinedObject>(
    _ object: Object, line: Int = #line
  ) throws -> LiveObject<Object> {
    try call("add \(object)", line) { try store.add(object) }
  }

  func add(_ objects: [some ConfinedObject], line: Int = #line) throws {
    let list = objects.map { "\($0)" }.joined(separator: ", ")
    try call("add \(list)", line) { try store.add(objects) }
  }

  func delete(_ object: LiveObject<some ConfinedObject>, line: Int = #line) throws {
    try call("delete \(object.snapshot)", line) { try store.delete(object) }
  }

  /// Queues a write. Its block and its completion are recorded as messages of the store.
  @discardableResult
  func writeAsync(
    line: Int = #line, _ block: @escaping () throws -> Void,
    onComplete: ((ConfinedStore.Failure?) -> Void)? = nil
  ) throws -> AsyncWriteID {
    asyncCount += 1
    let number = asyncCount
    let message = { [name, transcript, fileID] (text: String) in
      transcript.record(
        .send, "\(text) \(number)", from: name, to: "page", fileID: fileID, line: line)
    }
    return try call("writeAsync \(number)", line) {
      try store.writeAsync {
        message("block")
        try block()
      } onComplete: { failure in
        if failure == nil { try? self.recordVersion(as: .commit, line: line) }
        message("onComplete")
        onComplete?(failure)
      }
    }
  }

  func cancelAsyncWrite(_ id: AsyncWriteID, line: Int = #line) {
    transcript.call("cancelAsyncWrite", of: name, fileID: fileID, line: line) {
      store.cancelAsyncWrite(id)
    }
  }

  @discardableResult
  private func call<Value>(
    _ text: String, returning result: (Value) -> String = { _ in "" }, _ line: Int,
    _ body: () throws -> Value
  ) throws -> Value {
    try transcript.call(
      text, of: name, returning: result, failing: { $0.briefly }, fileID: fileID, line: line, body)
  }

  /// Inside a call, the line is that of the call.
  private func recordVersion(
    as kind: Recording.Kind, evenIfKnown: Bool = false, line: Int = #line
  ) throws {
    let current = try store.version
    guard current != version || evenIfKnown else { return }
    version = current
    transcript.record(kind, "\(current)", to: name, fileID: fileID, line: line)
  }
}

extension CollectionChange {
  /// The change in a few characters: the count, such as `2`, or positions, such as `insert [2]`.
  var brief: String {
    switch self {
    case .initial(let objects): "\(objects.count)"
    case .update(_, let deletions, let insertions, let modifications):
      [("delete", deletions), ("insert", insertions), ("modify", modifications)]
        .filter { !$0.1.isEmpty }.map { "\($0) \($1)" }.joined(separator: " ")
    case .error(let failure): "error: \(failure.briefly)"
    }
  }
}
