/// A ``ReplaySubject`` that cannot end: it takes values, keeps the last n, and nothing can close it.
public final class ReplayRelay<Element: Sendable>: ObservableType {
  @usableFromInline let subject: ReplaySubject<Element>

  private init(_ subject: ReplaySubject<Element>) { self.subject = subject }

  /// A relay that keeps the last `bufferSize` values; a negative size stops the program with a
  /// message.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(.create(bufferSize: bufferSize))
  }

  /// A relay that keeps every value for as long as it lives.
  public static func createUnbounded() -> ReplayRelay<Element> {
    ReplayRelay(.createUnbounded())
  }

  /// Stores the value, then tells it to everybody, on this thread, before it returns.
  @inlinable
  public func accept(_ value: Element) { subject.onNext(value) }

  /// Tells the stored values to the observer and adds it.
  @inlinable
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void
  ) -> any Disposable {
    subject.subscribe(on)
  }
}
