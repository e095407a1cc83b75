import Concurrency
import MiniRx

/// Runs sequences one at a time: each is subscribed to when the one before it has ended or was
/// disposed.
final class SubscriptionQueue: Sendable {
  private struct Entry {
    let start: @Sendable () -> Void
  }

  private let entries = Locked(DeliveryQueue<Entry>())
  /// Limits the recursion when many sequences end immediately.
  private let calls = CallQueue()

  /// The same sequence, which waits for those subscribed to before it.
  func oneAtATime<Element>(_ source: Observable<Element>) -> Observable<Element> {
    .create { [self] observer in
      let subscription = QueuedSubscription { [self] in startNext() }
      enter(
        Entry {
          guard subscription.begin() else { return }
          subscription.attach(
            source.subscribe { event in
              observer.on(event)
              if event.isStopEvent { subscription.dispose() }
            })
        })
      return subscription
    }
  }

  private func enter(_ entry: Entry) {
    if entries.withLock({ $0.enqueue(entry) }) { startNext() }
  }

  private func startNext() {
    calls.run { [self] in entries.withLock { $0.dequeue() }?.start() }
  }
}

/// One sequence in the queue: `waiting → started → over`, or `waiting → over`.
private final class QueuedSubscription: Disposable {
  private enum State: Sendable {
    case waiting
    case started(source: (any Disposable)?)
    case over
  }

  private let state = Locked(State.waiting)
  private let leave: @Sendable () -> Void

  /// - Parameter leave: Called once, when the next sequence may start.
  init(leave: @escaping @Sendable () -> Void) { self.leave = leave }

  /// - Returns: Whether the sequence is still needed.
  func begin() -> Bool {
    let isNeeded = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .started(source: nil)
      return true
    }
    if !isNeeded { leave() }
    return isNeeded
  }

  func attach(_ source: any Disposable) {
    let isLate = state.withLock { state in
      guard case .started = state else { return true }
      state = .started(source: source)
      return false
    }
    if isLate { source.dispose() }
  }

  func dispose() {
    let former = state.withLock { state in
      defer { state = .over }
      return state
    }
    guard case .started(let source) = former else { return }
    source?.dispose()
    leave()
  }
}
