import Concurrency

extension Observable {
  /// A sequence made by hand: the closure runs once per subscriber and tells its observer what
  /// happens.
  ///
  /// The observer keeps the grammar whatever it is told, may be used from any thread, and lets go
  /// of everything below it at the end, even if somebody keeps it for longer. The disposable that
  /// the closure returns is the clean-up: it runs once, at the end or on `dispose()`.
  public static func create(
    _ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    Observable { downstream in
      let outlet = Outlet(downstream)
      outlet.attach(subscribe(AnyObserver { outlet.on($0) }))
      return outlet
    }
  }

  /// One value, then completed.
  public static func just(_ element: Element) -> Observable<Element> { from([element]) }

  /// These values in order, then completed.
  public static func of(_ elements: Element...) -> Observable<Element> { from(elements) }

  /// The values of the sequence in order, then completed.
  ///
  /// All of it is walked before `subscribe` returns, also when something below fails on the way, so it
  /// must be finite.
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

/// The observer that ``Observable/create(_:)`` hands out: a stage that drops what is below it at the
/// end, because its holder may keep it for ever.
private final class Outlet<Element: Sendable>: Disposable {
  /// A struct around the closure: a bare closure would be wrapped once more each time it is taken out
  /// of the lock, and every event would pass through all the wrappings.
  private struct Downstream: Sendable {
    let hear: @Sendable (Event<Element>) -> Void
  }

  private let stage = Stage()
  private let downstream: Locked<Downstream?>

  init(_ hear: @escaping @Sendable (Event<Element>) -> Void) {
    downstream = Locked(Downstream(hear: hear))
  }

  func on(_ event: Event<Element>) {
    guard let downstream = downstream.withLock({ $0 }) else { return }
    stage.forward(event, to: downstream.hear)
    if event.isStopEvent { drop() }
  }

  func attach(_ cleanUp: any Disposable) { stage.attach(cleanUp) }

  func dispose() {
    stage.dispose()
    drop()
  }

  /// Takes the closure out of the lock before it goes, since what it captured may run code then.
  private func drop() { _ = downstream.withLock { $0.take() } }
}
