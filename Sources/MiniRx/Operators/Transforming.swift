import Concurrency

extension ObservableType {
  /// Each value, transformed. If the closure throws, the sequence ends with that error.
  @inlinable
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result
  ) -> Observable<Result> {
    throughStage { event, stage, downstream in
      stage.forward(event.map(transform), to: downstream)
    }
  }

  /// Transformed values that are not nil. If the closure throws, the sequence ends with that error.
  @inlinable
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result?
  ) -> Observable<Result> {
    throughStage { event, stage, downstream in
      switch event.map(transform) {
      case .next(nil): break
      case .next(let result?): stage.forward(.next(result), to: downstream)
      case .error(let error): stage.finish(with: .error(error), to: downstream)
      case .completed: stage.finish(with: .completed, to: downstream)
      }
    }
  }

  /// The values that satisfy the predicate. If it throws, the sequence ends with that error.
  @inlinable
  public func filter(
    _ isIncluded: @escaping @Sendable (Element) throws -> Bool
  ) -> Observable<Element> {
    throughStage { event, stage, downstream in
      do {
        if let element = event.element, try !isIncluded(element) { return }
        stage.forward(event, to: downstream)
      } catch {
        stage.finish(with: .error(error), to: downstream)
      }
    }
  }

  /// Each value whose key differs from the key of the one before it. If the closure throws, the
  /// sequence ends with that error.
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Observable<Element> {
    Observable { downstream in
      let latest = Locked<Key?>(nil)
      return self.filter { element in
        let key = try key(element)
        // The former key is compared and released outside the lock.
        return latest.withLock { exchange(&$0, with: key) } != key
      }.subscribe(downstream)
    }
  }

  /// An operator with one ``Stage`` per subscription, and a closure that decides what it forwards
  /// until the stage has stopped.
  @inlinable
  func throughStage<Result: Sendable>(
    _ receive:
      @escaping @Sendable (
        Event<Element>, Stage, _ downstream: @Sendable (Event<Result>) -> Void
      ) -> Void
  ) -> Observable<Result> {
    Observable { downstream in
      let stage = Stage()
      stage.attach(self.subscribe { if !stage.isStopped { receive($0, stage, downstream) } })
      return stage
    }
  }
}

extension ObservableType where Element: Equatable {
  /// Each value that differs from the one before it.
  public func distinctUntilChanged() -> Observable<Element> { distinctUntilChanged { $0 } }
}
