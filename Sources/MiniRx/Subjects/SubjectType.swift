public import Concurrency

/// An observer and an observable in one object: it receives events and emits them to its observers.
///
/// Delivery is synchronous, on the sender's thread, to the observers in the order in which they
/// subscribed. Sending from inside an observer is depth first and never deadlocks. Concurrent sends
/// are not lost and do not wait for each other.
public protocol SubjectType<Element>: ObserverType, ObservableType {
  /// Whether the subject has observers; false after a terminal event.
  var hasObservers: Bool { get }

  /// Whether ``dispose()`` was called. A terminal event does not dispose a subject.
  var isDisposed: Bool { get }

  /// Removes all observers without an event and releases the stored values. Later sends are
  /// ignored; later subscribers receive ``RxError/disposed(object:)``.
  func dispose()
}

/// The state of a subject: its observers, and what it stores for later ones.
@usableFromInline
struct SubjectState<Element: Sendable, Stored: Sendable>: Sendable {
  @usableFromInline var observers = ObserverList<Element>()
  @usableFromInline var stored: Stored

  @inlinable
  init(_ stored: Stored) { self.stored = stored }
}

extension Locked {
  /// Removes an observer and releases it outside the lock: releasing its captures may run code.
  @inlinable
  func leave<Element, Stored>(_ id: Int) where Value == SubjectState<Element, Stored> {
    _ = withLock { $0.observers.remove(id) }
  }

  /// Delivers pending events to a replaying observer until none is left. Does not return while
  /// another thread sends faster than the observer receives.
  @inlinable
  func catchUp<Element, Stored>(_ observer: ObserverEntry<Element>)
  where Value == SubjectState<Element, Stored> {
    while true {
      let pending = withLock { $0.observers.takePending(of: observer.id) }
      guard !pending.isEmpty else { return }
      for event in pending { observer.deliver(event) }
    }
  }

  /// Delivers the terminal event to a late subscriber; a disposed subject's error names its type.
  @usableFromInline
  func deliverTerminalEvent<Element, Stored>(
    of subject: Any.Type, to observer: @Sendable (Event<Element>) -> Void
  ) -> any Disposable where Value == SubjectState<Element, Stored> {
    switch withLock({ $0.observers.phase }) {
    case .open: break
    case .ended(let terminal): observer(terminal)
    case .disposed: observer(.error(RxError.disposed(object: String(describing: subject))))
    }
    return Disposables.create()
  }
}
