public import Concurrency

/// The state of a subject, whatever else it holds.
@usableFromInline
protocol SubjectState<Element>: Sendable {
  associatedtype Element: Sendable

  var listeners: Listeners<Element> { get set }
}

extension Locked where Value: SubjectState {
  /// Gives a place back. The observer is released outside the lock: what it captured may run code
  /// when it goes.
  @inlinable
  func leave(_ id: Int) {
    _ = withLock { $0.listeners.leave(id) }
  }

  /// Tells a joiner what it missed until it has caught up, and then gives it its place. That takes as
  /// long as somebody sends faster than the joiner listens.
  @inlinable
  func catchUp(_ joiner: Listener<Value.Element>) {
    while true {
      let missed = withLock { $0.listeners.settle(joiner.id) }
      guard !missed.isEmpty else { return }
      for event in missed { joiner.tell(event) }
    }
  }

  /// Tells somebody who comes after the end how it ended. A disposed subject is named by its type.
  @usableFromInline
  func tellEnding(
    of subject: Any.Type, to latecomer: @Sendable (Event<Value.Element>) -> Void
  ) -> any Disposable {
    switch withLock({ $0.listeners.phase }) {
    case .open: break
    case .ended(let terminal): latecomer(terminal)
    case .disposed: latecomer(.error(RxError.disposed(object: String(describing: subject))))
    }
    return Disposables.create()
  }
}
