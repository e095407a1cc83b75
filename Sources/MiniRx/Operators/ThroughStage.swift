extension ObservableType {
  /// An operator: a ``Stage`` per subscription, and the closure that decides what goes on from it.
  ///
  /// The closure is not called any more once the stage has stopped.
  @inlinable
  func throughStage<Result: Sendable>(
    _ hear:
      @escaping @Sendable (
        Event<Element>, Stage, _ downstream: @Sendable (Event<Result>) -> Void
      ) -> Void
  ) -> Observable<Result> {
    Observable { downstream in
      let stage = Stage()
      stage.attach(self.subscribe { if !stage.isStopped { hear($0, stage, downstream) } })
      return stage
    }
  }
}
