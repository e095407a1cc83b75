extension ObservableType {
  /// Runs closures for events and forwards the events unchanged.
  ///
  /// The order is `onNext`, the subscriber; at the end `onCompleted` or `onError`, the subscriber,
  /// its `onDisposed`, `onDispose`. On an explicit dispose `onDispose` runs before the subscriber's
  /// `onDisposed`. If a closure throws, the sequence ends with that error.
  public func `do`(
    onNext: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Observable<Element> {
    Observable { downstream in
      let stage = Stage()
      let cleanUp = onDispose.map { Disposables.create(with: $0) } ?? Disposables.create()
      onSubscribe?()
      let subscription = subscribe { event in
        guard !stage.isStopped else { return }
        do {
          switch event {
          case .next(let element): try onNext?(element)
          case .error(let error): try onError?(error)
          case .completed: try onCompleted?()
          }
          stage.forward(event, to: downstream)
        } catch {
          stage.finish(with: .error(error), to: downstream)
        }
      }
      stage.attach(Disposables.create(subscription, cleanUp))
      return stage
    }
  }

  /// Replaces an error with the sequence that the closure returns for it.
  ///
  /// It catches errors from upstream, including those of throwing operators, but not from
  /// downstream. If the closure throws, the sequence ends with that error.
  public func `catch`(
    _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    Observable { downstream in
      let stage = Stage()
      let recovery = Stage()
      let subscription = subscribe { event in
        guard case .error(let error) = event else { return stage.forward(event, to: downstream) }
        guard !stage.isStopped else { return }
        do {
          let second = try handler(error)
          recovery.attach(second.subscribe { stage.forward($0, to: downstream) })
        } catch {
          stage.finish(with: .error(error), to: downstream)
        }
      }
      stage.attach(Disposables.create(subscription, recovery))
      return stage
    }
  }

  /// Replaces an error with any other sequence, such as a subject or a relay.
  public func `catch`<Recovery: ObservableType>(
    _ handler: @escaping @Sendable (any Error) throws -> Recovery
  ) -> Observable<Element> where Recovery.Element == Element {
    `catch` { error -> Observable<Element> in try handler(error).asObservable() }
  }

  /// Replaces an error with this value, then completes. A subscriber cannot detect the failure.
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    `catch` { _ in .just(element) }
  }

  /// The name that ``catchAndReturn(_:)`` had before RxSwift 6.
  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  public func catchErrorJustReturn(_ element: Element) -> Observable<Element> {
    catchAndReturn(element)
  }
}
