import Concurrency

extension Observable {
  /// A sequence that a closure makes: it runs once per subscriber and sends events to its observer.
  ///
  /// The observer enforces the grammar, may be used from any thread, and releases its subscriber at the
  /// end, even if it is retained for longer. The disposable that the closure returns is the clean-up: it
  /// runs once, at the end or on `dispose()`.
  public static func create(
    _ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    Observable { downstream in
      let observer = CreatedObserver(downstream)
      observer.attach(subscribe(AnyObserver { observer.on($0) }))
      return observer
    }
  }

  /// One value, then completed.
  public static func just(_ element: Element) -> Observable<Element> { from([element]) }

  /// These values in order, then completed.
  public static func of(_ elements: Element...) -> Observable<Element> { from(elements) }

  /// The values of the sequence in order, then completed.
  ///
  /// `subscribe` iterates to the end before it returns, also when an operator downstream fails, so the
  /// sequence must be finite.
  public static func from(
    _ elements: some Sequence<Element> & Sendable
  ) -> Observable<Element> {
    Observable { downstream in
      let stage = Stage()
      for element in elements {
        stage.forward(.next(element), to: downstream)
      }
      stage.finish(with: .completed, to: downstream)
      return stage
    }
  }

  /// Completed, and nothing before it.
  public static func empty() -> Observable<Element> { from([]) }

  /// No event at all.
  public static func never() -> Observable<Element> { Observable { _ in Disposables.create() } }

  /// An error, and nothing before it.
  public static func error(_ error: any Error) -> Observable<Element> {
    create { observer in
      observer.onError(error)
      return Disposables.create()
    }
  }
}

/// The observer that ``Observable/create(_:)`` passes to its closure: a stage that releases its subscriber at
/// the end, because the closure may retain the observer for ever.
private final class CreatedObserver<Element: Sendable>: Disposable {
  /// A struct around the closure: a bare closure would be wrapped once more by every access to the lock,
  /// and every event would pass through all wrappers.
  private struct Downstream: Sendable {
    let handler: @Sendable (Event<Element>) -> Void
  }

  private let stage = Stage()
  private let downstream: Locked<Downstream?>

  init(_ handler: @escaping @Sendable (Event<Element>) -> Void) {
    downstream = Locked(Downstream(handler: handler))
  }

  func on(_ event: Event<Element>) {
    guard let downstream = downstream.withLock({ $0 }) else { return }
    stage.forward(event, to: downstream.handler)
    if event.isStopEvent { release() }
  }

  func attach(_ cleanUp: any Disposable) { stage.attach(cleanUp) }

  func dispose() {
    stage.dispose()
    release()
  }

  /// Releases the closure outside the lock: the release of what it captured may run code.
  private func release() { _ = downstream.withLock { $0.take() } }
}
