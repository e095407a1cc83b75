extension ObservableType {
  /// In place of an error, the sequence that the closure gives for it.
  ///
  /// It catches what fails above it, throwing operators included, and never what fails below. A
  /// closure that throws ends the sequence with that error.
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

  /// In place of an error, this value and completed.
  ///
  /// Whoever subscribes can then no longer tell a failure from a success.
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    `catch` { _ in .just(element) }
  }

  /// The name that ``catchAndReturn(_:)`` had before RxSwift 6.
  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  public func catchErrorJustReturn(_ element: Element) -> Observable<Element> {
    catchAndReturn(element)
  }
}
