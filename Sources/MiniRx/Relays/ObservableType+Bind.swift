extension ObservableType {
  /// Forwards values to each relay. An error or completed ends the binding and not the relays.
  public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay. An error or completed ends the binding and not the relays.
  public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay. An error or completed ends the binding and not the relays.
  public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards every event to the observer, the terminal one too.
  public func bind(to observer: some ObserverType<Element>) -> any Disposable {
    subscribe(observer)
  }

  /// Calls the closure with every value; an error or completed ends the binding and nothing else.
  public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }
}
