extension ObservableType {
  /// Each value transformed, without those that became nil. A closure that throws ends the sequence
  /// with that error.
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
}
