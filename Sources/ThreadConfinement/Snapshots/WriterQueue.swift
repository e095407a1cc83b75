internal import Concurrency
internal import Dispatch

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

  /// How long a granted turn is reserved while others wait: 0.1 s, doubled for each turn in a row
  /// that the store has not taken. At most 6.4 s, because the others wait all that time.
  static func turnTimeout(missedTurns: Int) -> DispatchTimeInterval {
    .milliseconds(100 << min(missedTurns, 6))
  }

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
  ///   - isFirst: Whether the request is ahead of those that wait.
  ///   - granted: Called on the thread that ends the preceding turn.
  /// - Returns: True if the turn was free and is now the caller's; `granted` is then not called.
  func request(
    _ ticket: AnyObject, isFirst: Bool = false, granted: @escaping @Sendable () -> Void
  ) -> Bool {
    let waiter = Waiter(ticket: ObjectIdentifier(ticket), granted: granted)
    return queue.withLock { queue in
      if queue.takeIfFree() { return true }
      queue.waiting.insert(waiter, at: isFirst ? 0 : queue.waiting.count)
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
    let withdrawn = queue.withLock { queue in
      queue.waiting.firstIndex { $0.ticket == id }.map { queue.waiting.remove(at: $0) }
    }
    return withdrawn != nil
  }

  /// Ends the turn and grants the next request.
  func release() {
    let next = queue.withLock { queue -> Waiter? in
      guard !queue.waiting.isEmpty else {
        queue.isTaken = false
        return nil
      }
      return queue.waiting.removeFirst()
    }
    next?.granted()
  }
}
