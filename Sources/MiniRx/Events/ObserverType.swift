/// Whoever can be told events: `next* (error | completed)?`.
///
/// Events may come from any thread, also from several at a time.
public protocol ObserverType<Element>: Sendable {
  /// What a `next` carries.
  associatedtype Element: Sendable

  /// Takes one event.
  func on(_ event: Event<Element>)
}

extension ObserverType {
  /// Shorthand for `on(.next(element))`.
  @inlinable
  public func onNext(_ element: Element) { on(.next(element)) }

  /// Shorthand for `on(.error(error))`.
  @inlinable
  public func onError(_ error: any Error) { on(.error(error)) }

  /// Shorthand for `on(.completed)`.
  @inlinable
  public func onCompleted() { on(.completed) }

  /// The same observer with its type hidden.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }
}

extension ObserverType where Element == Void {
  /// Shorthand for `on(.next(()))`.
  @inlinable
  public func onNext() { on(.next(())) }
}
