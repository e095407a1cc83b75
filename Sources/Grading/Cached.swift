internal import Concurrency

/// A value that is computed on demand, and then kept.
///
/// It is computed outside the lock. Of several threads that compute it at the same time, the first result is kept.
final class Cached<Value: Sendable>: Sendable {
  private let stored = Locked<Value?>(nil)

  /// The value, if it was computed.
  var current: Value? { stored.withLock { $0 } }

  /// - Throws: The error of `compute`. The next call computes again.
  func value<Failure: Error>(_ compute: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let value = stored.withLock({ $0 }) { return value }
    let computed = try compute()
    return stored.withLock { stored in
      let first = stored ?? computed
      stored = first
      return first
    }
  }
}
