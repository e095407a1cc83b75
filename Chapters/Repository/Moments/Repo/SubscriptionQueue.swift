import Concurrency
import MiniRx

/// Runs sequences one at a time: each is subscribed to when the one before it has ended or was
/// disposed.
final class SubscriptionQueue: Sendable {
  private enum Phase: Sendable {
    case waiting
    case started
    case over
  }

  /// The closures that start the waiting sequences.
  private let starts = Locked(DeliveryQueue<@Sendable () -> Void>())
  /// Limits the recursion when many sequences end immediately.
  private let calls = CallQueue()

  /// The same sequence, which waits for those subscribed to before it.
  func oneAtATime<Element>(_ source: Observable<Element>) -> Observable<Element> {
    .create { [self] observer in
      let (turn, phase) = (PublishSubject<Void>(), Locked(Phase.waiting))
      let subscription = turn.flatMapLatest { source }.subscribe(observer)
      let start = { @Sendable [self] in
        let isOver = phase.withLock { phase in
          if phase == .waiting { phase = .started }
          return phase == .over
        }
        if isOver { return startNext() }
        turn.onNext(())
        turn.onCompleted()
      }
      if starts.withLock({ $0.enqueue(start) }) { startNext() }
      return Disposables.create { [self] in
        subscription.dispose()
        if phase.withLock({ exchange(&$0, with: .over) }) == .started { startNext() }
      }
    }
  }

  private func startNext() { calls.run { [self] in starts.withLock { $0.dequeue() }?() } }
}
