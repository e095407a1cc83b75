import Concurrency
import Foundation

extension ObservableType {
  /// The latest value of each source, combined whenever one of them sends and both have sent.
  ///
  /// It completes when no further pair can come; the first error ends it. A closure that throws ends
  /// it with that error.
  public static func combineLatest<Left: Sendable, Right: Sendable>(
    _ left: some ObservableType<Left>, _ right: some ObservableType<Right>,
    resultSelector: @escaping @Sendable (Left, Right) throws -> Element
  ) -> Observable<Element> {
    Observable<(Left, Right)>.combineLatest(left, right).map { try resultSelector($0, $1) }
  }

  /// The latest value of each source as a pair, whenever one of them sends and both have sent.
  ///
  /// Pairs come one after the other, in the order in which they arose, also when the sources send from
  /// several threads. It completes when no further pair can come; the first error ends it.
  public static func combineLatest<Left: Sendable, Right: Sendable>(
    _ left: some ObservableType<Left>, _ right: some ObservableType<Right>
  ) -> Observable<Element> where Element == (Left, Right) {
    Observable { downstream in
      let stage = Stage()
      let pair = Locked(LatestPair<Left, Right>())
      let fromLeft = left.subscribe { event in
        stage.forward(event, from: pair, to: downstream) { $0.left.receive(event) }
      }
      // Not subscribed to if the left side has ended the sequence by now.
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
  /// Forwards the steps that an event of one side causes; `receive` stores the event and returns the
  /// value that it replaced.
  fileprivate func forward<Left, Right, Value>(
    _ event: Event<Value>, from pair: Locked<LatestPair<Left, Right>>,
    to downstream: @Sendable (Event<(Left, Right)>) -> Void,
    _ receive: (inout LatestPair<Left, Right>) -> Value?
  ) {
    if let error = event.error { return finish(with: .error(error), to: downstream) }
    let thread = ObjectIdentifier(Thread.current)
    // The replaced value is released outside the lock, because its deinit may run code.
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

/// The latest value of each of two sources, and the steps that are to be sent.
private struct LatestPair<Left: Sendable, Right: Sendable>: Sendable {
  struct Side<Value: Sendable>: Sendable {
    var latest: Value?
    var isComplete = false

    /// Stores a value or the end.
    ///
    /// - Returns: the value that was replaced.
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
  /// The right to send the queued steps: one thread has it at a time, and from inside a send the same
  /// thread again, so that sending stays depth first.
  enum Sender {
    case outermost
    case nested
  }

  /// In the order in which they arose, whichever thread sends them.
  private var steps = DeliveryQueue<Event<(Left, Right)>>()
  private var sendingThread: ObjectIdentifier?

  /// Enqueues the step that has to be sent now, if any.
  ///
  /// - Returns: the caller as the sender of the queued steps; nil if another thread sends them.
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

  /// - Returns: the next step to send; nil if there is none.
  mutating func next(for sender: Sender) -> Event<(Left, Right)>? {
    if let step = steps.dequeue() { return step }
    if sender == .outermost { sendingThread = nil }
    return nil
  }

  private var values: (Left, Right)? {
    guard let left = left.latest, let right = right.latest else { return nil }
    return (left, right)
  }

  /// Whether no further pair can come: both are complete, or one is that never sent.
  private var isOver: Bool {
    (left.isComplete && right.isComplete)
      || (left.isComplete && left.latest == nil) || (right.isComplete && right.latest == nil)
  }
}
