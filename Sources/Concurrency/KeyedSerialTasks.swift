/// A serial queue of asynchronous operations for each key. Operations of one key run one at a time,
/// in the order in which they were added; operations of different keys run concurrently.
///
/// An operation inherits neither task-local values nor the priority of its caller. No lock is held
/// while an operation runs or is released.
public final class KeyedSerialTasks<Key: Hashable & Sendable>: Sendable {
  private struct Operation: Sendable {
    let run: @Sendable () async -> Void
  }

  private typealias Queue = DeliveryQueue<Operation>

  private let queues = Locked<[Key: Queue]>([:])

  public init() {}

  /// Adds an operation to the queue of a key and returns at once.
  public func add(_ key: Key, _ operation: @escaping @Sendable () async -> Void) {
    let isIdle = queues.withLock { $0[key, default: Queue()].enqueue(Operation(run: operation)) }
    guard isIdle else { return }
    // Detached, because the task also runs operations of other callers.
    Task.detached { [self] in while let next = next(key) { await next.run() } }
  }

  /// The keys that have a running or waiting operation.
  var keys: Set<Key> { queues.withLock { Set($0.keys) } }

  /// Takes the next operation of a key. If there is none, removes the key and its queue, which are
  /// released outside the lock.
  private func next(_ key: Key) -> Operation? {
    let taken = queues.withLock { queues -> (operation: Operation?, emptied: (Key, Queue)?) in
      guard let index = queues.index(forKey: key) else { return (nil, nil) }
      if let operation = queues.values[index].dequeue() { return (operation, nil) }
      return (nil, queues.remove(at: index))
    }
    return taken.operation
  }
}
