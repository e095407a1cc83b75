public import Concurrency

/// An observer and an observable in one object: it receives events and emits them to its observers.
///
/// Delivery is synchronous, on the sender's thread, to the observers in the order in which they
/// subscribed. Sending from inside an observer is depth first and never deadlocks. Sends from several
/// threads at a time are neither lost nor made to wait for each other.
public protocol SubjectType<Element>: ObserverType, ObservableType {
  /// Whether there are observers; false after a terminal event.
  var hasObservers: Bool { get }

  /// Whether ``dispose()`` was called; completing is not disposing.
  var isDisposed: Bool { get }

  /// Drops all observers silently, and the stored values. Later sends are ignored and later
  /// subscriptions get ``RxError/disposed(object:)``.
  func dispose()
}

/// The state of a subject.
@usableFromInline
protocol SubjectState<Element>: Sendable {
  associatedtype Element: Sendable

  var observers: ObserverList<Element> { get set }
}

extension Locked where Value: SubjectState {
  /// Removes an observer. It is released outside the lock: the release of what it captured may run code.
  @inlinable
  func leave(_ id: Int) {
    _ = withLock { $0.observers.remove(id) }
  }

  /// Delivers pending events to a replaying observer until none is left. It does not end while another
  /// thread sends faster than the observer receives.
  @inlinable
  func catchUp(_ observer: ObserverEntry<Value.Element>) {
    while true {
      let pending = withLock { $0.observers.takePending(of: observer.id) }
      guard !pending.isEmpty else { return }
      for event in pending { observer.deliver(event) }
    }
  }

  /// Delivers the terminal event to a late subscriber; the error of a disposed subject names its type.
  @usableFromInline
  func deliverTerminalEvent(
    of subject: Any.Type, to observer: @Sendable (Event<Value.Element>) -> Void
  ) -> any Disposable {
    switch withLock({ $0.observers.phase }) {
    case .open: break
    case .ended(let terminal): observer(terminal)
    case .disposed: observer(.error(RxError.disposed(object: String(describing: subject))))
    }
    return Disposables.create()
  }
}
