extension ObservableType {
  /// Runs closures for events and forwards the events unchanged.
  ///
  /// The order for a value is `onNext`, the subscriber, `afterNext`; for a terminal event it is
  /// `onCompleted` or `onError`, the subscriber, its `onDisposed`, `afterCompleted` or
  /// `afterError`, `onDispose`. On an explicit dispose `onDispose` runs before the subscriber's
  /// `onDisposed`. If a closure throws, the sequence ends with that error; an error thrown after
  /// the terminal event is ignored.
  public func `do`(
    onNext: (@Sendable (Element) throws -> Void)? = nil,
    afterNext: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil,
    afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil,
    afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil,
    onSubscribed: (@Sendable () -> Void)? = nil,
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
          case .next(let element):
            try onNext?(element)
            stage.forward(event, to: downstream)
            try afterNext?(element)
          case .error(let error):
            try onError?(error)
            stage.finish(with: event, to: downstream) { try? afterError?(error) }
          case .completed:
            try onCompleted?()
            stage.finish(with: event, to: downstream) { try? afterCompleted?() }
          }
        } catch {
          stage.finish(with: .error(error), to: downstream)
        }
      }
      onSubscribed?()
      stage.attach(Disposables.create(subscription, cleanUp))
      return stage
    }
  }
}
