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
      // A left side that has ended everything by now leaves nothing to ask the right one for.
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
  /// Passes on what an event of one side makes of the pair, once `receive` has noted the event and
  /// answered with the value that it replaced.
  fileprivate func forward<Left, Right, Value>(
    _ event: Event<Value>, from pair: Locked<LatestPair<Left, Right>>,
    to downstream: @Sendable (Event<(Left, Right)>) -> Void,
    _ receive: (inout LatestPair<Left, Right>) -> Value?
  ) {
    if let error = event.error { return finish(with: .error(error), to: downstream) }
    let thread = ObjectIdentifier(Thread.current)
    // The replaced value is released outside the lock, where its end may run code.
    let (turn, replaced) = pair.withLock { pair in
      let replaced = receive(&pair)
      return (pair.announce(hasNewValue: event.element != nil, on: thread), replaced)
    }
    withExtendedLifetime(replaced) {
      guard let turn else { return }
      while let step = pair.withLock({ $0.next(in: turn) }) { forward(step, to: downstream) }
    }
  }
}

/// The latest value of each of two sources, and what has to be sent of it.
private struct LatestPair<Left: Sendable, Right: Sendable>: Sendable {
  struct Side<Value: Sendable>: Sendable {
    var latest: Value?
    var isComplete = false

    /// Notes a value or the end.
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
  /// Who sends what has lined up: one thread at a time, and from inside a send the same thread again,
  /// so that sending stays depth first.
  enum Turn {
    case outermost
    case nested
  }

  /// What is to be sent, in the order in which it became so, whichever thread sends it.
  private var steps = DeliveryQueue<Event<(Left, Right)>>()
  private var sender: ObjectIdentifier?

  /// Lines up what has to be sent now.
  ///
  /// - Returns: the caller's turn to send what has lined up; nil if another thread is at it.
  mutating func announce(hasNewValue: Bool, on thread: ObjectIdentifier) -> Turn? {
    if isOver {
      _ = steps.enqueue(.completed)
    } else if hasNewValue, let values {
      _ = steps.enqueue(.next(values))
    } else {
      return nil
    }
    guard let sender else {
      sender = thread
      return .outermost
    }
    return sender == thread ? .nested : nil
  }

  /// - Returns: what has to be sent next; nil at the end of the turn.
  mutating func next(in turn: Turn) -> Event<(Left, Right)>? {
    if let step = steps.dequeue() { return step }
    if turn == .outermost { sender = nil }
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
