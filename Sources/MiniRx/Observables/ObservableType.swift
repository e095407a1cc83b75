/// A source of events: `next* (error | completed)?` for each subscription.
///
/// A conforming type gives each subscription three guarantees. No event follows a terminal event.
/// After `dispose()` returns, no event is delivered on that thread. The closure and its captures
/// are released after the terminal event or on `dispose()`. An event that another thread sends
/// concurrently may still arrive, since threads do not wait for each other.
public protocol ObservableType<Element>: Sendable {
  /// The type of the values.
  associatedtype Element: Sendable

  /// Calls the closure for every event, on the sender's thread.
  ///
  /// - Returns: A disposable that ends the subscription. Releasing it has no effect.
  func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable
}

extension ObservableType {
  /// Forwards every event to the observer, including the terminal event, and retains the observer
  /// until then.
  ///
  /// The same observer may subscribe any number of times; each subscription is independent.
  @inlinable
  public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
    subscribe { observer.on($0) }
  }

  /// Calls one closure per kind of event.
  ///
  /// `onDisposed` runs exactly once: after the closure for the terminal event, or after `dispose()`
  /// has disposed upstream.
  @inlinable
  public func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    let ending = onDisposed.map { Disposables.create(with: $0) }
    let upstream = subscribe { event in
      switch event {
      case .next(let element):
        onNext?(element)
        return
      case .error(let error): onError?(error)
      case .completed: onCompleted?()
      }
      ending?.dispose()
    }
    return ending.map { Disposables.create(upstream, $0) } ?? upstream
  }

  /// The same sequence behind a value that cannot be cast back to its subject.
  public func asObservable() -> Observable<Element> { Observable { self.subscribe($0) } }
}

/// A sequence as a value, which describes what each subscription does.
///
/// Creating or transforming an observable has no effect until it is subscribed to; each
/// subscription runs it again. An observable retains its source; a subscription does not.
public struct Observable<Element: Sendable>: ObservableType {
  @usableFromInline
  typealias Handler = @Sendable (Event<Element>) -> Void

  @usableFromInline let onSubscribe: @Sendable (@escaping Handler) -> any Disposable

  /// - Parameter onSubscribe: Starts a subscription, with the three guarantees of
  ///   ``ObservableType``.
  @usableFromInline
  init(_ onSubscribe: @escaping @Sendable (@escaping Handler) -> any Disposable) {
    self.onSubscribe = onSubscribe
  }

  @inlinable
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    onSubscribe(on)
  }

  public func asObservable() -> Observable<Element> { self }
}
