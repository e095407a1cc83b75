internal import Dispatch

/// A serial queue to which stores can be confined, whichever thread runs its blocks.
///
/// It creates its dispatch queue itself, so that the queue is never a concurrent or global one.
public final class ConfinedQueue: TaskLoop {
  private static let key = DispatchSpecificKey<WeakQueue>()
  private let queue: DispatchQueue

  /// The dispatch queue's label.
  public var label: String { queue.label }

  /// - Parameter label: the label that debuggers show.
  public init(label: String) {
    // Where there are autorelease pools, each block has one.
    queue = DispatchQueue(label: label, autoreleaseFrequency: .workItem)
    queue.setSpecific(key: Self.key, value: WeakQueue(queue: self))
  }

  /// Whether the current code runs inside a block of this queue. In a `sync` block of another queue
  /// it does not, even if that block was called from this queue.
  public var isCurrent: Bool { Self.current === self }

  /// The queue whose block runs on the current thread.
  static var current: ConfinedQueue? { DispatchQueue.getSpecific(key: key)?.queue }

  /// Runs a block later.
  public func async(_ block: @escaping @Sendable () -> Void) {
    // The block retains its queue, which `current` refers to weakly.
    queue.async { withExtendedLifetime(self) { block() } }
  }

  /// Runs a block and waits for it, on the caller's thread; never call it from the queue itself.
  ///
  /// - Returns: the block's result.
  /// - Throws: what the block throws.
  public func sync<Result>(_ block: () throws -> Result) rethrows -> Result {
    try queue.sync(execute: block)
  }

  /// Runs a block later.
  ///
  /// - Returns: true, because a queue does not end.
  public func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool {
    async(task)
    return true
  }
}

private struct WeakQueue: Sendable {
  weak var queue: ConfinedQueue?
}
