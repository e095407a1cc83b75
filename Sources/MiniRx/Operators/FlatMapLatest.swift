import Concurrency

extension ObservableType {
  /// The values of the inner sequence made from the latest value. A new value disposes the previous
  /// inner sequence.
  ///
  /// Completes when this sequence and the latest inner sequence have completed. The first error
  /// ends it; if the closure throws, it ends with that error.
  public func flatMapLatest<Source: ObservableType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Observable { downstream in
      let stage = Stage()
      let latest = Locked(Latest())
      let outer = subscribe { event in
        guard !stage.isStopped else { return }
        switch event.map(selector) {
        case .next(let source):
          let inner = Stage()
          latest.withLock { $0.replace(by: inner) }?.dispose()
          guard !inner.isStopped else { return }
          inner.attach(
            source.subscribe { event in
              guard !inner.isStopped else { return }
              guard event.isCompleted else { return stage.forward(event, to: downstream) }
              guard latest.withLock({ $0.completeInner(inner) }) else { return }
              stage.finish(with: .completed, to: downstream)
            })
        case .error(let error):
          stage.finish(with: .error(error), to: downstream)
        case .completed:
          guard latest.withLock({ $0.completeOuter() }) else { return }
          stage.finish(with: .completed, to: downstream)
        }
      }
      let inner = Disposables.create { latest.withLock { $0.close() }?.dispose() }
      stage.attach(Disposables.create(outer, inner))
      return stage
    }
  }
}

/// The latest inner sequence, and which sequences have completed.
private struct Latest {
  private var inner: Stage?
  private var isOuterComplete = false
  private var isClosed = false

  /// - Returns: The stage to dispose outside the lock: the former one, or the new one if the whole
  ///   sequence has ended.
  mutating func replace(by new: Stage) -> Stage? {
    guard !isClosed else { return new }
    defer { inner = new }
    return inner
  }

  /// - Returns: Whether all sequences have completed.
  mutating func completeInner(_ stage: Stage) -> Bool {
    if inner === stage { inner = nil }
    return isOuterComplete && inner == nil
  }

  mutating func completeOuter() -> Bool {
    isOuterComplete = true
    return inner == nil
  }

  /// - Returns: The stage to dispose outside the lock.
  mutating func close() -> Stage? {
    isClosed = true
    return inner.take()
  }
}
