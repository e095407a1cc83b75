import Locking

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
  /// It completes when no further pair can come; the first error ends it.
  public static func combineLatest<Left: Sendable, Right: Sendable>(
    _ left: some ObservableType<Left>, _ right: some ObservableType<Right>
  ) -> Observable<Element> where Element == (Left, Right) {
    Observable { downstream in
      let stage = Stage()
      let pair = Locked(LatestPair<Left, Right>())
      let fromLeft = left.subscribe { event in
        stage.forward(event, from: pair, to: downstream) { $0.left.receive(event) }
      }
      let fromRight = right.subscribe { event in
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
    // The replaced value is released outside the lock, where its end may run code.
    let (latest, isOver, replaced) = pair.withLock { pair in
      let replaced = receive(&pair)
      return (pair.values, pair.isOver, replaced)
    }
    withExtendedLifetime(replaced) {
      if isOver { return finish(with: .completed, to: downstream) }
      if let latest, event.element != nil { forward(.next(latest), to: downstream) }
    }
  }
}

/// The latest value of each of two sources.
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

  var values: (Left, Right)? {
    guard let left = left.latest, let right = right.latest else { return nil }
    return (left, right)
  }

  /// Whether no further pair can come: both are complete, or one is that never sent.
  var isOver: Bool {
    (left.isComplete && right.isComplete)
      || (left.isComplete && left.latest == nil) || (right.isComplete && right.latest == nil)
  }
}
