import Concurrency

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
  /// emit on several threads or inside a callback. Completes when no further pair is possible. The
  /// first error ends it.
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
    // Releases the replaced value outside the lock, because its deinit may run code.
    let (mustDeliver, replaced) = pair.withLock { pair in
      let replaced = receive(&pair)
      return (pair.enqueueStep(after: event), replaced)
    }
    withExtendedLifetime(replaced) {
      guard mustDeliver else { return }
      while let step = pair.withLock({ $0.steps.dequeue() }) { forward(step, to: downstream) }
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
  /// In the order in which they were formed, regardless of the sending thread.
  var steps = DeliveryQueue<Event<(Left, Right)>>()

  /// Enqueues the resulting step, if any.
  ///
  /// - Returns: Whether the caller must deliver the queued steps.
  mutating func enqueueStep<Value>(after event: Event<Value>) -> Bool {
    if let error = event.error { return steps.enqueue(.error(error)) }
    if isOver { return steps.enqueue(.completed) }
    guard event.element != nil, let left = left.latest, let right = right.latest else {
      return false
    }
    return steps.enqueue(.next((left, right)))
  }

  /// Whether no further pair is possible: both sides are complete, or one completed without a
  /// value.
  private var isOver: Bool {
    (left.isComplete && right.isComplete)
      || (left.isComplete && left.latest == nil) || (right.isComplete && right.latest == nil)
  }
}
