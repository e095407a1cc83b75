import Concurrency
import LayeredStorage
import Workbook

/// Records the calls of a provider and prints them: `memory.get -> Ann`.
final class CallLog: Sendable {
  let provider: String
  private let caller: String?
  private let transcript: Transcript
  private let prefix: String
  private let prints: Bool
  private let isOn = Locked(true)

  /// Creates a log of a provider, which is the name to print and the part in a recording. The calls
  /// are made by another part, by default the current one.
  init(
    of provider: String, by caller: String? = nil, in transcript: Transcript, prefix: String = "",
    prints: Bool = true
  ) {
    self.provider = provider
    self.caller = caller
    self.transcript = transcript
    self.prefix = prefix
    self.prints = prints
  }

  /// Stops printing calls until ``resume()``. Calls are still recorded.
  func pause() { isOn.withLock { $0 = false } }

  func resume() { isOn.withLock { $0 = true } }

  /// Runs the body, then prints its result.
  func get<Value>(
    fileID: String = #fileID, line: Int = #line, _ body: () throws -> Value
  ) throws -> Value {
    let value = try transcript.call(
      "get", of: provider, by: caller, returning: { "\($0)" }, failing: Self.brief, fileID: fileID,
      line: line, body)
    print("get -> \(value)")
    return value
  }

  /// Prints the value, then runs the body.
  func set<Value>(
    _ value: Value, fileID: String = #fileID, line: Int = #line, _ body: () throws -> Void
  ) throws {
    print("set \(value)")
    try transcript.call(
      "set \(value)", of: provider, by: caller, failing: Self.brief, fileID: fileID, line: line,
      body)
  }

  private func print(_ call: String) {
    guard prints, isOn.withLock({ $0 }) else { return }
    transcript.line("\(prefix)\(provider).\(call)")
  }

  private static func brief(_ error: any Error) -> String {
    (error as? FileProviderError).map { "\($0.cause)" } ?? "\(error)"
  }
}

/// Records and prints the calls of a provider.
final class Logged<Base: SynchronizedDataProviding>: SynchronizedDataProviding {
  let base: Base
  private let log: CallLog

  /// The part in a recording.
  var name: String { log.provider }

  init(_ base: Base, in log: CallLog) {
    self.base = base
    self.log = log
  }

  var valueBeModifiedHandlers: ChangeHandlers { base.valueBeModifiedHandlers }

  var hasValue: Bool {
    get throws { try base.hasValue }
  }

  @_disfavoredOverload
  func getValue() throws -> Base.Value { try log.get { try base.getValue() } }

  @_disfavoredOverload
  func setValue(_ value: Base.Value) throws { try log.set(value) { try base.setValue(value) } }

  /// A call by the page, which is recorded with the page's line.
  func getValue(fileID: String = #fileID, line: Int = #line) throws -> Base.Value {
    try log.get(fileID: fileID, line: line) { try base.getValue() }
  }

  /// A call by the page, which is recorded with the page's line.
  func setValue(_ value: Base.Value, fileID: String = #fileID, line: Int = #line) throws {
    try log.set(value, fileID: fileID, line: line) { try base.setValue(value) }
  }
}

extension SynchronizedDataProviding {
  /// Returns this provider with its calls recorded as those of a part.
  func recorded(
    as part: String, by caller: String? = nil, in transcript: Transcript
  ) -> Logged<Self> {
    Logged(self, in: CallLog(of: part, by: caller, in: transcript, prints: false))
  }
}

extension AsWritten {
  /// Records and prints the calls of a provider as written.
  final class Logged<Base: SynchronizedDataProviding>: SynchronizedDataProviding {
    let base: Base
    private let log: CallLog

    init(_ base: Base, in log: CallLog) {
      self.base = base
      self.log = log
    }

    var valueBeModifiedHandler: ((_ newValue: Base.Value) -> Void)? {
      get { base.valueBeModifiedHandler }
      set { base.valueBeModifiedHandler = newValue }
    }

    @_disfavoredOverload
    func getValue() throws -> Base.Value { try log.get { try base.getValue() } }

    @_disfavoredOverload
    func setValue(_ value: Base.Value) throws { try log.set(value) { try base.setValue(value) } }

    /// A call by the page, which is recorded with the page's line.
    func getValue(fileID: String = #fileID, line: Int = #line) throws -> Base.Value {
      try log.get(fileID: fileID, line: line) { try base.getValue() }
    }

    /// A call by the page, which is recorded with the page's line.
    func setValue(_ value: Base.Value, fileID: String = #fileID, line: Int = #line) throws {
      try log.set(value, fileID: fileID, line: line) { try base.setValue(value) }
    }
  }
}

extension AsWritten.SynchronizedStorageChain: AsWritten.SynchronizedDataProviding {}

extension AsWritten.SynchronizedDataProviding {
  /// Returns this provider with its calls recorded as those of a part.
  func recorded(as part: String, in transcript: Transcript) -> AsWritten.Logged<Self> {
    AsWritten.Logged(self, in: CallLog(of: part, in: transcript, prints: false))
  }
}
