internal import Concurrency
internal import Dispatch

/// A FIFO lock for the writers of a file. The turn to write is granted to one store at a time, in
/// the order of the requests.
///
/// It orders the writes of this process; between processes SQLite's own lock does.
final class WriterQueue: Sendable {
  /// The identity of a request.
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
    /// The number of turns so far.
    var count = 0
    /// A turn that was granted to a store but not yet taken.
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
  private let turnTimeout: Duration

  /// - Parameter turnTimeout: how long a granted turn is reserved for a store that does not take it
  ///   while others wait; at least 100 milliseconds.
  init(turnTimeout: Duration) { self.turnTimeout = max(turnTimeout, .milliseconds(100)) }

  /// Waits for the turn.
  ///
  /// - Parameter refused: called once before waiting, if another store has the turn.
  func take(refused: (@Sendable () -> Void)?) {
    let isGranted = Gate()
    if request(Ticket(), granted: { isGranted.open() }) { return }
    refused?()
    isGranted.wait()
  }

  /// Takes the turn if it is free; never waits.
  ///
  /// - Returns: whether the caller has the turn.
  func takeIfFree() -> Bool { queue.withLock { $0.takeIfFree() } }

  /// Requests the turn.
  ///
  /// - Returns: true if the turn was free and is now the caller's, and `granted` is not called.
  ///   Otherwise `granted` is called later, on the thread that ends the preceding turn.
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

  /// Withdraws a request.
  ///
  /// - Returns: false if the turn was already granted.
  func withdraw(_ ticket: Ticket) -> Bool {
    let withdrawn = queue.withLock { queue in
      queue.waiting.firstIndex { $0.ticket === ticket }.map { queue.waiting.remove(at: $0) }
    }
    return withdrawn != nil
  }

  /// Ends the turn and grants the next request.
  func release() {
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

  // MARK: Unused turns

  /// Declares that the turn was granted to a store that has not taken it yet.
  ///
  /// - Parameter withdraw: ends the turn, unless the store has taken it.
  func offer(withdraw: @escaping @Sendable () -> Void) {
    let offer = Offer(withdraw: withdraw)
    queue.withLock { $0.offer = offer }
  }

  /// After the time limit, checks whether the turn with that number is still unused while others
  /// wait.
  private func watch(_ count: Int) {
    let delay = DispatchTimeInterval.nanoseconds(Int(clamping: turnTimeout.nanoseconds))
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
  /// Whole nanoseconds, clamped to the largest integer.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : whole + attoseconds / 1_000_000_000
  }
}
