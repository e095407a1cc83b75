/// Whatever can be listened to: `next* (error | completed)?` for each subscription.
///
/// A conforming type promises three things to each subscription. Nothing follows a terminal event.
/// After `dispose()` returns, nothing more is delivered on that thread. The closure is dropped, with
/// all it captured, at the end and on `dispose()`. What another thread is just sending may still
/// arrive beside an end or a `dispose()`, since threads are not made to wait for each other.
public protocol ObservableType<Element>: Sendable {
  /// What a `next` carries.
  associatedtype Element: Sendable

  /// Calls the closure for every event, on the sender's thread.
  ///
  /// - Returns: what ends the subscription. Dropping it ends nothing.
  func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable
}

extension ObservableType {
  /// Forwards every event to the observer, the terminal one too, and keeps the observer until then.
  ///
  /// The same observer may be subscribed any number of times; each is a subscription of its own.
  @inlinable
  public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
    subscribe { observer.on($0) }
  }

  /// Calls one closure per kind of event.
  ///
  /// `onDisposed` runs exactly once: after the terminal closure, or after `dispose()` has let go of
  /// upstream.
  @inlinable
  public func subscribe(
    onNext: (@Sendable (Element) -> Void)? = nil,
    onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil,
    onDisposed: (@Sendable () -> Void)? = nil
  ) -> any Disposable {
    guard let onDisposed else {
      return subscribe { event in
        switch event {
        case .next(let element): onNext?(element)
        case .error(let error): onError?(error)
        case .completed: onCompleted?()
        }
      }
    }
    let ending = Disposables.create(with: onDisposed)
    let upstream = subscribe { event in
      switch event {
      case .next(let element):
        onNext?(element)
        return
      case .error(let error): onError?(error)
      case .completed: onCompleted?()
      }
      ending.dispose()
    }
    return Disposables.create(upstream, ending)
  }

  /// The same sequence behind a value that cannot be cast back to what sends it.
  public func asObservable() -> Observable<Element> {
    Observable { self.subscribe($0) }
  }
}
