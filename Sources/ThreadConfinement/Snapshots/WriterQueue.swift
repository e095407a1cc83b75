internal import Concurrency

/// A FIFO lock for the writers of a file. The turn to write is granted to one store at a time, in
/// the order of the requests.
///
/// It orders the writes of this process; between processes SQLite's own lock does.
final class WriterQueue: Sendable {
  private struct Waiter {
    let ticket: ObjectIdentifier
    let granted: @Sendable () -> Void
  }

  private struct Queue {
    var isTaken = false
    var waiting: [Waiter] = []

    mutating func takeIfFree() -> Bool {
      defer { isTaken = true }
      return !isTaken
    }
  }

  private let queue = Locked(Queue())

  /// Waits for the turn.
  ///
  /// - Parameter refused: Called once before waiting, if another store has the turn.
  func take(refused: (@Sendable () -> Void)?) {
    let isGranted = Gate()
    if request(isGranted, granted: { isGranted.open() }) { return }
    refused?()
    isGranted.wait()
  }

  /// Takes the turn if it is free; never waits.
  ///
  /// - Returns: Whether the caller has the turn.
  func takeIfFree() -> Bool { queue.withLock { $0.takeIfFree() } }

  /// Requests the turn.
  ///
  /// - Parameters:
  ///   - ticket: Identifies the request. The caller keeps it until the turn is granted.
  ///   - granted: Called on the thread that ends the preceding turn.
  /// - Returns: True if the turn was free and is now the caller's; `granted` is then not called.
  func request(_ ticket: AnyObject, granted: @escaping @Sendable () -> Void) -> Bool {
    let waiter = Waiter(ticket: ObjectIdentifier(ticket), granted: granted)
    return queue.withLock { queue in
      if queue.takeIfFree() { return true }
      queue.waiting.append(waiter)
      return false
    }
  }

  /// Whether another store waits for the turn.
  var isAwaited: Bool { queue.withLock { !$0.waiting.isEmpty } }

  /// Withdraws a request.
  ///
  /// - Returns: False if the turn was already granted.
  func withdraw(_ ticket: AnyObject) -> Bool {
    let id = ObjectIdentifier(ticket)
    return queue.withLock { queue in
      let count = queue.waiting.count
      queue.waiting.removeAll { $0.ticket == id }
      return queue.waiting.count < count
    }
  }

  /// Ends the turn and grants the next request.
  func release() {
    let next = queue.withLock { queue in
      queue.isTaken = !queue.waiting.isEmpty
      return queue.isTaken ? queue.waiting.removeFirst() : nil
    }
    next?.granted()
  }
}
