/// A ``PublishSubject`` that cannot end: it takes values and nothing else.
///
/// An error or completed cannot be sent to it, so no source and no client can close it.
public final class PublishRelay<Element: Sendable>: ObservableType {
  @usableFromInline let subject = PublishSubject<Element>()

  /// A relay without observers.
  public init() {}

  /// Tells the value to whoever is listening, on this thread, before it returns.
  @inlinable
  public func accept(_ value: Element) { subject.onNext(value) }

  /// Adds an observer, which gets what is accepted after this.
  @inlinable
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void
  ) -> any Disposable {
    subject.subscribe(on)
  }
}
