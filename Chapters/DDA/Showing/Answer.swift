import Concurrency
import Dispatch

/// One value that another thread gives and this one waits for.
final class Answer<Value: Sendable>: Sendable {
  private let value = Locked<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func give(_ value: Value) {
    self.value.withLock { $0 = value }
    isThere.signal()
  }

  /// Waits for the value; to be called once.
  func wait() -> Value {
    isThere.wait()
    guard let value = value.withLock({ $0 }) else { fatalError("signalled without a value") }
    return value
  }
}
