/// Closures that run one at a time, in the order in which they were added.
///
/// No caller waits for another: the caller that finds the queue idle runs its own closure and those
/// that arrive meanwhile; any other caller leaves its closure and continues. No lock is held while
/// a closure runs or is released.
public final class CallQueue: Sendable {
  private struct Call {
    let run: @Sendable () -> Void
  }

  private let calls = Locked(DeliveryQueue<Call>())

  /// Creates an idle queue.
  public init() {}

  /// Adds a closure and runs nothing, so that the order can be decided under a lock of the caller.
  ///
  /// - Returns: whether the caller has to call ``drain()``, after it has released its lock.
  public func enqueue(_ call: @escaping @Sendable () -> Void) -> Bool {
    calls.withLock { $0.enqueue(Call(run: call)) }
  }

  /// Runs the closures that were added until the queue is empty; only the caller to which
  /// ``enqueue(_:)`` returned true may call it.
  public func drain() {
    while let call = calls.withLock({ $0.dequeue() }) { call.run() }
  }

  /// Adds a closure, and drains the queue unless another caller does.
  public func run(_ call: @escaping @Sendable () -> Void) {
    if enqueue(call) { drain() }
  }
}
