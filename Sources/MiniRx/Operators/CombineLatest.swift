import Concurrency
import Foundation

extension ObservableType {
  /// Combines the latest values of both sources whenever either emits, once both have emitted.
  ///
  /// Completes when no further pair is possible. The first error ends it; if the closure throws, it
  /// ends with that error.
  public static func combineLatest<Left: Sendable, Right: Sendable>(
    _ left: some ObservableType<Left>, _ right: some ObservableType<Right>,
    resultSelector: @escaping @Sendable (Left, Right) throws -> Element
  ) -> Observable<Element> {
    Observable<(Left, Right)>.combineLatest(left, right).map { try resultSelector($0, $1) }
  }

  /// The latest values of both sources as a pair, whenever either emits, once both have emitted.
  ///
  /// Pairs are delivered one at a time, in the order in which they were formed, even if the sources
  /// emit on several threads. Completes when no further pair is possible. The first error ends it.
  public static func combineLatest<Left: Sendable, Right: Sendable>(
    _ left: some ObservableType<Left>, _ right: some ObservableType<Right>
  ) -> Observable<Element> where Element == (Left, Right) {
    Observable { downstream in
      let stage = Stage()
      let pair = Locked(LatestPair<Left, Right>())
      let fromLeft = left.subscribe { event in
        stage.forward(event, from: pair, to: downstream) { $0.left.receive(event) }
      }
      // Not subscribed to if the left source has already ended the sequence.
      let fromRight =
        stage.isStopped
        ? Disposables.create()
        : right.subscribe { event in
          stage.forward(event, from: pair, to: downstream) { $0.right.receive(event) }
        }
      stage.attach(Disposables.create(fromLeft, fromRight))
      return stage
    }
  }
}

extension Stage {
  /// Forwards the steps that result from an event of one side. `receive` stores the event and
  /// returns the value that it replaced.
  fileprivate func forward<Left, Right, Value>(
    _ event: Event<Value>, from pair: Locked<LatestPair<Left, Right>>,
    to downstream: @Sendable (Event<(Left, Right)>) -> Void,
    _ receive: (inout LatestPair<Left, Right>) -> Value?
  ) {
    if let error = event.error { return finish(with: .error(error), to: downstream) }
    let thread = ObjectIdentifier(Thread.current)
    // Releases the replaced value outside the lock, because its deinit may run code.
    let (sender, replaced) = pair.withLock { pair in
      let replaced = receive(&pair)
      return (pair.enqueue(hasNewValue: event.element != nil, on: thread), replaced)
    }
    withExtendedLifetime(replaced) {
      guard let sender else { return }
      while let step = pair.withLock({ $0.next(for: sender) }) { forward(step, to: downstream) }
    }
  }
}

/// The latest value of each of two sources, and the steps to forward.
private struct LatestPair<Left: Sendable, Right: Sendable>: Sendable {
  struct Side<Value: Sendable>: Sendable {
    var latest: Value?
    var isComplete = false

    /// Stores a value or the completion.
    ///
    /// - Returns: The value that was replaced.
    mutating func receive(_ event: Event<Value>) -> Value? {
      guard let value = event.element else {
        isComplete = true
        return nil
      }
      defer { latest = value }
      return latest
    }
  }

  var left = Side<Left>()
  var right = Side<Right>()
  /// The right to send the queued steps. One thread has it at a time; a reentrant call on that
  /// thread gets it too, so that sending stays depth first.
  enum Sender {
    case outermost
    case nested
  }

  /// In the order in which they were formed, regardless of the sending thread.
  private var steps = DeliveryQueue<Event<(Left, Right)>>()
  private var sendingThread: ObjectIdentifier?

  /// Enqueues the resulting step, if any.
  ///
  /// - Returns: The caller's role if it must send the queued steps; nil if there is no new step or
  ///   another thread sends it.
  mutating func enqueue(hasNewValue: Bool, on thread: ObjectIdentifier) -> Sender? {
    if isOver {
      _ = steps.enqueue(.completed)
    } else if hasNewValue, let values {
      _ = steps.enqueue(.next(values))
    } else {
      return nil
    }
    guard let sendingThread else {
      sendingThread = thread
      return .outermost
    }
    return sendingThread == thread ? .nested : nil
  }

  /// - Returns: The next step to send; nil if there is none.
  mutating func next(for sender: Sender) -> Event<(Left, Right)>? {
    if let step = steps.dequeue() { return step }
    if sender == .outermost { sendingThread = nil }
    return nil
  }

  private var values: (Left, Right)? {
    guard let left = left.latest, let right = right.latest else { return nil }
    return (left, right)
  }

  /// Whether no further pair is possible: both sides are complete, or one completed without a
  /// value.
  private var isOver: Bool {
    (left.isComplete && right.isComplete)
      || (left.isComplete && left.latest == nil) || (right.isComplete && right.latest == nil)
  }
}
