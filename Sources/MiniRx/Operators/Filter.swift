extension ObservableType {
  /// The values that pass the test. A closure that throws ends the sequence with that error.
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
}
