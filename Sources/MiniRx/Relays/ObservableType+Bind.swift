extension ObservableType {
  /// Forwards values to each relay. A terminal event ends the binding and not the relays.
  public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay of an optional. A terminal event ends the binding and not the relays.
  public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay. A terminal event ends the binding and not the relays.
  public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay of an optional. A terminal event ends the binding and not the relays.
  public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay. A terminal event ends the binding and not the relays.
  public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay of an optional. A terminal event ends the binding and not the relays.
  public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards every event to the observer, the terminal event too.
  public func bind(to observer: some ObserverType<Element>) -> any Disposable {
    subscribe(observer)
  }

  /// Calls the closure with every value; a terminal event ends the binding and nothing else.
  public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }
}
