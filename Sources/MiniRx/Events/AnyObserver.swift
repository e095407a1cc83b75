/// An observer whose type is hidden: a closure that takes events.
public struct AnyObserver<Element: Sendable>: ObserverType {
  private let handler: @Sendable (Event<Element>) -> Void

  /// - Parameter eventHandler: called for every event, on the sender's thread.
  public init(eventHandler: @escaping @Sendable (Event<Element>) -> Void) {
    handler = eventHandler
  }

  /// - Parameter observer: the observer that is told every event.
  public init(_ observer: some ObserverType<Element>) {
    handler = { observer.on($0) }
  }

  /// Passes the event on.
  public func on(_ event: Event<Element>) { handler(event) }
}
