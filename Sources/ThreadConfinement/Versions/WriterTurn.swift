internal import Concurrency
internal import Dispatch

/// Whose turn it is to write a file: one at a time, in the order in which they asked.
///
/// It stands for this process. Between processes SQLite's own lock decides.
final class WriterTurn: Sendable {
  /// A place in the queue.
  final class Ticket: Sendable {}

  private struct Queue {
    var isTaken = false
    var waiting: [(ticket: Ticket, granted: @Sendable () -> Void)] = []
  }

  private let queue = Locked(Queue())

  /// Waits for the turn.
  ///
  /// - Parameter refused: called once before waiting, if another has the turn.
  func take(refused: (@Sendable () -> Void)?) {
    let semaphore = DispatchSemaphore(value: 0)
    if request(Ticket(), granted: { semaphore.signal() }) { return }
    refused?()
    semaphore.wait()
  }

  /// Asks for the turn.
  ///
  /// - Returns: true when it was free and is now the caller's; `granted` is not called then. Otherwise
  ///   `granted` is called later, by whoever gives the turn away.
  func request(_ ticket: Ticket, granted: @escaping @Sendable () -> Void) -> Bool {
    queue.withLock { queue in
      if queue.isTaken {
        queue.waiting.append((ticket, granted))
        return false
      }
      queue.isTaken = true
      return true
    }
  }

  /// Leaves the queue.
  ///
  /// - Returns: false when the turn was granted already.
  func withdraw(_ ticket: Ticket) -> Bool {
    let withdrawn = queue.withLock { queue in
      queue.waiting.firstIndex { $0.ticket === ticket }.map { queue.waiting.remove(at: $0) }
    }
    return withdrawn != nil
  }

  /// Gives the turn to the next.
  func give() {
    let granted = queue.withLock { queue -> (@Sendable () -> Void)? in
      guard queue.waiting.isEmpty else { return queue.waiting.removeFirst().granted }
      queue.isTaken = false
      return nil
    }
    granted?()
  }
}
