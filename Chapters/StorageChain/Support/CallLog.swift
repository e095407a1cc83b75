import Concurrency
import LayeredStorage
import Workbook

/// Records the calls of providers and prints them: `memory.get -> Ann`.
final class CallLog: Sendable {
  private let transcript: Transcript
  private let prefix: String
  private let prints: Locked<Bool>

  init(in transcript: Transcript, prefix: String = "", prints: Bool = true) {
    self.transcript = transcript
    self.prefix = prefix
    self.prints = Locked(prints)
  }

  /// Runs the body, whose calls are recorded but not printed.
  func silently(_ body: () throws -> Void) rethrows {
    prints.withLock { $0 = false }
    defer { prints.withLock { $0 = true } }
    try body()
  }

  /// Runs the body, then prints its result.
  fileprivate func get<Value>(
    _ part: String, by caller: String?, fileID: String = #fileID, line: Int = #line,
    _ body: () throws -> Value
  ) throws -> Value {
    let value = try transcript.call(
      "get", of: part, by: caller, returning: { "\($0)" }, failing: \.briefly,
      fileID: fileID, line: line, body)
    print("\(part).get -> \(value)")
    return value
  }

  /// Prints the value, then runs the body.
  fileprivate func set<Value>(
    _ part: String, by caller: String?, _ value: Value, fileID: String = #fileID,
    line: Int = #line, _ body: () throws -> Void
  ) throws {
    print("\(part).set \(value)")
    try transcript.call(
      "set \(value)", of: part, by: caller, failing: \.briefly, fileID: fileID,
      line: line, body)
  }

  private func print(_ call: String) {
    if prints.withLock({ $0 }) { transcript.line(prefix + call) }
  }
}

extension Error {
  /// The cause of a file provider's error, or the whole text of any other error.
  var briefly: String { (self as? FileProviderError).map { "\($0.cause)" } ?? "\(self)" }
}

/// Records and prints the calls of a provider.
final class Logged<Base: SynchronizedDataProviding>: SynchronizedDataProviding {
  let base: Base
  /// The part in a recording.
  let name: String
  private let caller: String?
  private let log: CallLog

  init(_ base: Base, as name: String, by caller: String? = nil, in log: CallLog) {
    self.base = base
    self.name = name
    self.caller = caller
    self.log = log
  }

  var valueBeModifiedHandlers: ChangeHandlers { base.valueBeModifiedHandlers }

  var hasValue: Bool {
    get throws { try base.hasValue }
  }

  @_disfavoredOverload
  func getValue() throws -> Base.Value { try log.get(name, by: caller) { try base.getValue() } }

  @_disfavoredOverload
  func setValue(_ value: Base.Value) throws {
    try log.set(name, by: caller, value) { try base.setValue(value) }
  }

  /// A call by the page, which is recorded with the page's line.
  func getValue(fileID: String = #fileID, line: Int = #line) throws -> Base.Value {
    try log.get(name, by: caller, fileID: fileID, line: line) { try base.getValue() }
  }

  func setValue(_ value: Base.Value, fileID: String = #fileID, line: Int = #line) throws {
    try log.set(name, by: caller, value, fileID: fileID, line: line) { try base.setValue(value) }
  }
}

extension SynchronizedDataProviding {
  func recorded(
    as part: String, by caller: String? = nil, in transcript: Transcript
  ) -> Logged<Self> {
    Logged(self, as: part, by: caller, in: CallLog(in: transcript, prints: false))
  }
}

extension AsWritten {
  final class Logged<Base: SynchronizedDataProviding>: SynchronizedDataProviding {
    let base: Base
    private let name: String
    private let log: CallLog

    init(_ base: Base, as name: String, in log: CallLog) {
      self.base = base
      self.name = name
      self.log = log
    }

    var valueBeModifiedHandler: ((_ newValue: Base.Value) -> Void)? {
      get { base.valueBeModifiedHandler }
      set { base.valueBeModifiedHandler = newValue }
    }

    @_disfavoredOverload
    func getValue() throws -> Base.Value { try log.get(name, by: nil) { try base.getValue() } }

    @_disfavoredOverload
    func setValue(_ value: Base.Value) throws {
      try log.set(name, by: nil, value) { try base.setValue(value) }
    }

    func getValue(fileID: String = #fileID, line: Int = #line) throws -> Base.Value {
      try log.get(name, by: nil, fileID: fileID, line: line) { try base.getValue() }
    }

    func setValue(_ value: Base.Value, fileID: String = #fileID, line: Int = #line) throws {
      try log.set(name, by: nil, value, fileID: fileID, line: line) { try base.setValue(value) }
    }
  }
}

extension AsWritten.SynchronizedStorageChain: AsWritten.SynchronizedDataProviding {}

extension AsWritten.SynchronizedDataProviding {
  func recorded(as part: String, in transcript: Transcript) -> AsWritten.Logged<Self> {
    AsWritten.Logged(self, as: part, in: CallLog(in: transcript, prints: false))
  }
}
