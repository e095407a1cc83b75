/// A sequence as a value: what happens when somebody subscribes.
///
/// Making one does nothing, and neither does transforming one. Everything happens once per
/// subscriber. It keeps its source alive; a subscription to it does not.
public struct Observable<Element: Sendable>: ObservableType {
  @usableFromInline
  typealias Handler = @Sendable (Event<Element>) -> Void

  @usableFromInline let onSubscribe: @Sendable (@escaping Handler) -> any Disposable

  /// - Parameter onSubscribe: keeps the three promises of ``ObservableType``.
  @usableFromInline
  init(_ onSubscribe: @escaping @Sendable (@escaping Handler) -> any Disposable) {
    self.onSubscribe = onSubscribe
  }

  /// Runs what this sequence does on subscription.
  @inlinable
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void
  ) -> any Disposable {
    onSubscribe(on)
  }

  /// Itself.
  public func asObservable() -> Observable<Element> { self }
}
