extension ObservableType {
  /// Replaces an error with the sequence that the closure returns for it.
  ///
  /// It catches errors from upstream, including those of throwing operators, but not from
  /// downstream. If the closure throws, the sequence ends with that error.
  public func `catch`(
    _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    recovering(with: handler)
  }

  /// Replaces an error with the sequence that the closure returns for it: a subject, a relay or any
  /// other.
  ///
  /// It catches errors from upstream, including those of throwing operators, but not from
  /// downstream. If the closure throws, the sequence ends with that error.
  public func `catch`<Recovery: ObservableType>(
    _ handler: @escaping @Sendable (any Error) throws -> Recovery
  ) -> Observable<Element> where Recovery.Element == Element {
    recovering(with: handler)
  }

  private func recovering<Recovery: ObservableType>(
    with handler: @escaping @Sendable (any Error) throws -> Recovery
  ) -> Observable<Element> where Recovery.Element == Element {
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

  /// Replaces an error with this value, then completes. A subscriber cannot distinguish the failure
  /// from a success.
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    `catch` { _ in .just(element) }
  }

  /// The name that ``catchAndReturn(_:)`` had before RxSwift 6.
  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  public func catchErrorJustReturn(_ element: Element) -> Observable<Element> {
    catchAndReturn(element)
  }
}
