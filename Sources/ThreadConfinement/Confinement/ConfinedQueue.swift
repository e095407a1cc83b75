internal import Dispatch

/// A serial queue to which stores can be confined, whichever thread runs its blocks. It creates its
/// own dispatch queue, which therefore is not concurrent or global.
public final class ConfinedQueue: TaskLoop {
  private static let key = DispatchSpecificKey<WeakQueue>()
  private let queue: DispatchQueue

  public var label: String { queue.label }

  /// Creates a queue with a label that debuggers show.
  public init(label: String) {
    // On Darwin each block has its own autorelease pool.
    queue = DispatchQueue(label: label, autoreleaseFrequency: .workItem)
    queue.setSpecific(key: Self.key, value: WeakQueue(queue: self))
  }

  /// Whether the calling code runs in a block of this queue. False in a `sync` block of another
  /// queue, even if that block was called from this queue.
  public var isCurrent: Bool { Self.current === self }

  /// The queue whose block runs on the current thread.
  static var current: ConfinedQueue? { DispatchQueue.getSpecific(key: key)?.queue }

  /// Runs a block on the caller's thread and waits for it. Do not call it from the queue itself.
  @available(*, noasync, message: "it blocks the thread")
  public func sync<Result>(_ block: () throws -> Result) rethrows -> Result {
    try queue.sync(execute: block)
  }

  /// Runs a block asynchronously. Returns true, because a queue never ends.
  @discardableResult
  public func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool {
    // The block retains its queue, which `current` refers to weakly.
    queue.async { withExtendedLifetime(self) { task() } }
    return true
  }
}

private struct WeakQueue: Sendable {
  weak var queue: ConfinedQueue?
}
