import Concurrency

extension Observable {
  /// A sequence defined by a closure, which runs once per subscriber and sends events to its
  /// observer.
  ///
  /// The observer enforces the grammar, can be used from any thread, and releases its subscriber
  /// after the terminal event. The disposable that the closure returns is the clean-up: it is
  /// disposed once, after the terminal event or on `dispose()`.
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
  /// The sequence must be finite: `subscribe` iterates all of it before it returns, even if an
  /// operator downstream fails.
  public static func from(_ elements: some Sequence<Element> & Sendable) -> Observable<Element> {
    Observable { downstream in
      let stage = Stage()
      for element in elements {
        stage.forward(.next(element), to: downstream)
      }
      stage.finish(with: .completed, to: downstream)
      return stage
    }
  }

  /// A sequence that completes without a value.
  public static func empty() -> Observable<Element> { from([]) }

  /// A sequence that emits no event.
  public static func never() -> Observable<Element> { Observable { _ in Disposables.create() } }

  /// A sequence that fails without a value.
  public static func error(_ error: any Error) -> Observable<Element> {
    Observable { downstream in
      downstream(.error(error))
      return Disposables.create()
    }
  }
}

/// The observer that ``Observable/create(_:)`` passes to its closure: a stage that releases its
/// subscriber after the terminal event, because the closure may retain the observer indefinitely.
private final class CreatedObserver<Element: Sendable>: Disposable {
  /// A struct around the closure: a bare closure would gain another reabstraction thunk on every
  /// access to the lock, and every event would pass through all of them.
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
