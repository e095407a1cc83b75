/// A receiver of events: `next* (error | completed)?`.
///
/// Events may arrive on any thread, and on several threads concurrently.
public protocol ObserverType<Element>: Sendable {
  /// The type of the values.
  associatedtype Element: Sendable

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

  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }
}

extension ObserverType where Element == Void {
  /// Shorthand for `on(.next(()))`.
  @inlinable
  public func onNext() { on(.next(())) }
}

/// A type-erased observer: a closure that receives events.
public struct AnyObserver<Element: Sendable>: ObserverType {
  private let handler: @Sendable (Event<Element>) -> Void

  /// - Parameter eventHandler: Receives every event, on the sender's thread.
  public init(eventHandler: @escaping @Sendable (Event<Element>) -> Void) { handler = eventHandler }

  public init(_ observer: some ObserverType<Element>) { handler = { observer.on($0) } }

  public func on(_ event: Event<Element>) { handler(event) }
}
