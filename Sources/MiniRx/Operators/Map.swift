extension ObservableType {
  /// Each value transformed. A closure that throws ends the sequence with that error.
  @inlinable
  public func map<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) throws -> Result
  ) -> Observable<Result> {
    throughStage { event, stage, downstream in
      let result = event.map(transform)
      stage.forward(result, to: downstream)
    }
  }
}
