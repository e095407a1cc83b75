import Concurrency
import LayeredStorage
import Workbook

/// Prints the calls of a provider: `memory.get -> Ann`.
final class CallLog: Sendable {
  private let provider: String
  private let transcript: Transcript
  private let prefix: String
  private let isOn = Locked(true)

  /// - Parameters:
  ///   - provider: the name to print.
  ///   - transcript: the transcript to print to.
  ///   - prefix: the prefix of each line.
  init(of provider: String, in transcript: Transcript, prefix: String = "") {
    self.provider = provider
    self.transcript = transcript
    self.prefix = prefix
  }

  func pause() { isOn.withLock { $0 = false } }

  func resume() { isOn.withLock { $0 = true } }

  /// Runs the body and prints its result.
  func get<Value>(_ body: () throws -> Value) rethrows -> Value {
    let value = try body()
    line("get -> \(value)")
    return value
  }

  func set<Value>(_ value: Value) { line("set \(value)") }

  private func line(_ call: String) {
    guard isOn.withLock({ $0 }) else { return }
    transcript.line("\(prefix)\(provider).\(call)")
  }
}

/// Prints the calls of a provider.
final class Logged<Base: SynchronizedDataProviding>: SynchronizedDataProviding {
  let base: Base
  private let log: CallLog

  init(_ base: Base, in log: CallLog) {
    self.base = base
    self.log = log
  }

  var valueBeModifiedHandlers: ChangeHandlers { base.valueBeModifiedHandlers }

  var hasValue: Bool {
    get throws { try base.hasValue }
  }

  func getValue() throws -> Base.Value {
    try log.get { try base.getValue() }
  }

  func setValue(_ value: Base.Value) throws {
    log.set(value)
    try base.setValue(value)
  }
}
