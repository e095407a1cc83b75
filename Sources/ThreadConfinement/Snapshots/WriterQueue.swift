internal import Concurrency

/// A FIFO lock for the writers of a file in this process: the turn to write is granted to one store
/// at a time, in the order of the requests. Between processes SQLite's own lock orders the writes.
final class WriterQueue: Sendable {
  private struct Queue {
    var isTaken = false
    var waiting: [(ticket: ObjectIdentifier, granted: @Sendable () -> Void)] = []

    mutating func takeIfFree() -> Bool { !exchange(&isTaken, with: true) }
  }

  private let queue = Locked(Queue())

  /// Waits for the turn. If another store has it, calls `refused` once before waiting.
  func take(refused: (@Sendable () -> Void)?) {
    let isGranted = Gate()
    if request(isGranted, granted: { isGranted.open() }) { return }
    refused?()
    isGranted.wait()
  }

  func takeIfFree() -> Bool { queue.withLock { $0.takeIfFree() } }

  /// Requests the turn. Returns true if it was free and is now the caller's; otherwise `granted` is
  /// called on the thread that ends the preceding turn. The caller keeps the ticket until then.
  func request(_ ticket: AnyObject, granted: @escaping @Sendable () -> Void) -> Bool {
    let id = ObjectIdentifier(ticket)
    return queue.withLock { queue in
      if queue.takeIfFree() { return true }
      queue.waiting.append((id, granted))
      return false
    }
  }

  var isAwaited: Bool { queue.withLock { !$0.waiting.isEmpty } }

  /// Withdraws a request. Returns false if the turn was already granted.
  func withdraw(_ ticket: AnyObject) -> Bool {
    let id = ObjectIdentifier(ticket)
    let withdrawn = queue.withLock { queue in
      queue.waiting.firstIndex { $0.ticket == id }.map { queue.waiting.remove(at: $0) }
    }
    return withdrawn != nil
  }

  func release() {
    let next = queue.withLock { queue in
      queue.isTaken = !queue.waiting.isEmpty
      return queue.isTaken ? queue.waiting.removeFirst() : nil
    }
    next?.granted()
  }
}
