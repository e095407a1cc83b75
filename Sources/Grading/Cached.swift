internal import Concurrency

/// A value that is computed when it is first needed, and kept.
///
/// It is computed outside the lock. Threads that need it at the same time compute it each, and the first result is kept.
final class Cached<Value: Sendable>: Sendable {
  private let stored = Locked<Value?>(nil)

  /// - Throws: What `compute` throws; the next call computes again.
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
