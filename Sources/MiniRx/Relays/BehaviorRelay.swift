public import Concurrency

/// A ``BehaviorSubject`` that cannot end: a value that can be read, replaced and listened to.
///
/// An error or completed cannot be sent to it, so ``value`` has nothing to throw.
public final class BehaviorRelay<Element: Sendable>: ObservableType {
  @usableFromInline let subject: BehaviorSubject<Element>
  /// The subject's own, one step nearer: reading ``value`` through the subject takes twice as long.
  @usableFromInline let state: Locked<BehaviorSubject<Element>.State>

  /// - Parameter value: what is there until something is accepted.
  public init(value: Element) {
    subject = BehaviorSubject(value: value)
    state = subject.state
  }

  /// The value accepted last, or the first one.
  ///
  /// An observer that asks for it is given the value that it is just being told.
  @inlinable
  public var value: Element {
    guard let value = state.withLock({ $0.value }) else {
      fatalError("BehaviorRelay: the subject inside has ended, and nothing can make it end")
    }
    return value
  }

  /// Stores the value, then tells it to everybody, on this thread, before it returns.
  @inlinable
  public func accept(_ value: Element) { subject.onNext(value) }

  /// Tells the present value to the observer and adds it.
  @inlinable
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void
  ) -> any Disposable {
    subject.subscribe(on)
  }
}
