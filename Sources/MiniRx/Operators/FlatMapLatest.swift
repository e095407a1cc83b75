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
      let latest = Locked(LatestSource())
      let outer = subscribe { event in
        guard !stage.isStopped else { return }
        switch event.map(selector) {
        case .next(let source):
          let inner = Stage()
          guard let former = latest.withLock({ $0.replace(by: inner) }) else { return }
          former.dispose()
          inner.attach(
            source.subscribe { event in
              guard !inner.isStopped else { return }
              guard event.isCompleted else { return stage.forward(event, to: downstream) }
              if latest.withLock({ $0.complete(inner) }) {
                stage.finish(with: .completed, to: downstream)
              }
            })
        case .error(let error):
          stage.finish(with: .error(error), to: downstream)
        case .completed:
          if latest.withLock({ $0.completeOuter() }) {
            stage.finish(with: .completed, to: downstream)
          }
        }
      }
      let latestInner = Disposables.create { latest.withLock { $0.close() }.dispose() }
      stage.attach(Disposables.create(outer, latestInner))
      return stage
    }
  }
}

/// The latest inner sequence, and which of the two sequences have completed.
private struct LatestSource {
  private var inner = Stage()
  private var isInnerComplete = true
  private var isOuterComplete = false
  private var isClosed = false

  /// - Returns: The former inner sequence, to be disposed outside the lock; nil if the operator has
  ///   ended.
  mutating func replace(by newer: Stage) -> Stage? {
    guard !isClosed else { return nil }
    defer {
      inner = newer
      isInnerComplete = false
    }
    return inner
  }

  /// - Returns: Whether both have completed.
  mutating func complete(_ completed: Stage) -> Bool {
    guard completed === inner else { return false }
    isInnerComplete = true
    return isOuterComplete
  }

  /// - Returns: Whether both have completed.
  mutating func completeOuter() -> Bool {
    isOuterComplete = true
    return isInnerComplete
  }

  mutating func close() -> Stage {
    isClosed = true
    return inner
  }
}
