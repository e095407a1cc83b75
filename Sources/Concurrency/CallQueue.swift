/// Closures that run one at a time, in the order in which they were added.
///
/// No caller waits for another. The caller that finds the queue idle runs its own closure and those
/// that arrive meanwhile; any other caller enqueues its closure and returns. No lock is held while
/// a closure runs or is released.
public final class CallQueue: Sendable {
  private struct Call {
    let run: @Sendable () -> Void
  }

  private let calls = Locked(DeliveryQueue<Call>())

  /// Creates an idle queue.
  public init() {}

  /// Adds a closure without running it, so that a caller can decide the order under its own lock.
  ///
  /// - Returns: `true` if the caller must call ``drain()`` after releasing its lock.
  public func enqueue(_ call: @escaping @Sendable () -> Void) -> Bool {
    calls.withLock { $0.enqueue(Call(run: call)) }
  }

  /// Runs the added closures until the queue is empty. Only a caller for which ``enqueue(_:)``
  /// returned `true` may call it.
  public func drain() {
    while let call = calls.withLock({ $0.dequeue() }) { call.run() }
  }

  /// Adds a closure, and drains the queue unless another caller is draining it.
  public func run(_ call: @escaping @Sendable () -> Void) {
    if enqueue(call) { drain() }
  }
}
