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
      let latest = Locked<(inner: Stage?, isOuterComplete: Bool)>((nil, false))
      let outer = subscribe { event in
        guard !stage.isStopped else { return }
        switch event.map(selector) {
        case .next(let source):
          let inner = Stage()
          latest.withLock { exchange(&$0.inner, with: inner) }?.dispose()
          // The clean-up below has found the new inner stage, or the stage has already stopped.
          guard !stage.isStopped else { return }
          inner.attach(
            source.subscribe { event in
              guard !inner.isStopped else { return }
              guard event.isCompleted else { return stage.forward(event, to: downstream) }
              let isLast = latest.withLock { latest in
                if latest.inner === inner { latest.inner = nil }
                return latest.isOuterComplete && latest.inner == nil
              }
              if isLast { stage.finish(with: .completed, to: downstream) }
            })
        case .error(let error):
          stage.finish(with: .error(error), to: downstream)
        case .completed:
          let isLast = latest.withLock { latest in
            latest.isOuterComplete = true
            return latest.inner == nil
          }
          if isLast { stage.finish(with: .completed, to: downstream) }
        }
      }
      let cleanUp = Disposables.create { latest.withLock { $0.inner.take() }?.dispose() }
      stage.attach(Disposables.create(outer, cleanUp))
      return stage
    }
  }
}
