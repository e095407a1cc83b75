internal import Concurrency
internal import Dispatch

/// The turn to write a file: granted to one store at a time, in the order of the requests.
///
/// It orders the writes of this process. Between processes SQLite's own lock decides.
final class WriterQueue: Sendable {
  /// A place in the queue.
  final class Ticket: Sendable {}

  private struct Waiter {
    let ticket: Ticket
    let granted: @Sendable () -> Void
  }

  private struct Offer {
    let withdraw: @Sendable () -> Void
  }

  private struct Queue {
    var isTaken = false
    var waiting: [Waiter] = []
    /// Counts how often the turn was taken.
    var count = 0
    /// Ends the current turn, if its store has not taken it.
    var offer: Offer?
    var isWatched = false

    mutating func takeIfFree() -> Bool {
      guard !isTaken else { return false }
      isTaken = true
      count += 1
      return true
    }
  }

  private let queue = Locked(Queue())
  private let patience: Duration

  /// - Parameter patience: how long a turn is reserved for a store that does not take it while
  ///   others wait; at least 100 milliseconds.
  init(patience: Duration) { self.patience = max(patience, .milliseconds(100)) }

  /// Waits for the turn.
  ///
  /// - Parameter refused: called once before waiting, if another has the turn.
  func take(refused: (@Sendable () -> Void)?) {
    let isGranted = Gate()
    if request(Ticket(), granted: { isGranted.open() }) { return }
    refused?()
    isGranted.wait()
  }

  /// Takes the turn if it is free, and never waits.
  ///
  /// - Returns: whether the turn is the caller's.
  func takeIfFree() -> Bool { queue.withLock { $0.takeIfFree() } }

  /// Requests the turn.
  ///
  /// - Returns: true when it was free and is now the caller's; `granted` is not called then.
  ///   Otherwise `granted` is called later, on the thread that ends the turn before it.
  func request(_ ticket: Ticket, granted: @escaping @Sendable () -> Void) -> Bool {
    let (isFree, watched) = queue.withLock { queue -> (Bool, Int?) in
      if queue.takeIfFree() { return (true, nil) }
      queue.waiting.append(Waiter(ticket: ticket, granted: granted))
      defer { queue.isWatched = true }
      return (false, queue.isWatched ? nil : queue.count)
    }
    if let watched { watch(watched) }
    return isFree
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

  /// Ends the turn and grants it to the next request.
  func give() {
    let (next, offer) = queue.withLock { queue -> (Waiter?, Offer?) in
      defer { queue.offer = nil }
      guard !queue.waiting.isEmpty else {
        queue.isTaken = false
        return (nil, queue.offer)
      }
      queue.count += 1
      return (queue.waiting.removeFirst(), queue.offer)
    }
    withExtendedLifetime(offer) {}
    next?.granted()
  }

  // MARK: Turns that are not used

  /// Declares that the store to which the turn was granted has not taken it yet.
  ///
  /// - Parameter withdraw: ends the turn, unless the store has taken it.
  func offer(withdraw: @escaping @Sendable () -> Void) {
    let offer = Offer(withdraw: withdraw)
    queue.withLock { $0.offer = offer }
  }

  /// After the time limit, checks whether the turn with that count is still unused while others
  /// wait.
  private func watch(_ count: Int) {
    let delay = DispatchTimeInterval.nanoseconds(Int(clamping: patience.nanoseconds))
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak self] in
      self?.look(since: count)
    }
  }

  private func look(since count: Int) {
    let (offer, next) = queue.withLock { queue -> (Offer?, Int?) in
      guard !queue.waiting.isEmpty else {
        queue.isWatched = false
        return (nil, nil)
      }
      return (queue.count == count ? queue.offer : nil, queue.count)
    }
    offer?.withdraw()
    if let next { watch(next) }
  }
}

extension Duration {
  /// Rounded down; as many as an integer holds.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : whole + attoseconds / 1_000_000_000
  }
}
