internal import Concurrency

/// Keeps an observer: it is told of changes until this is invalidated or released.
///
/// A token keeps its store alive. It may be invalidated and released on any thread.
public final class NotificationToken: Sendable {
  let registration: Registration

  init(_ registration: Registration) { self.registration = registration }

  deinit { registration.end() }

  /// Ends it; the observer is not called any more, except where it is being called just now.
  public func invalidate() { registration.end() }
}

/// Whether an observer is still to be called, as its token and its store both know it.
final class Registration: Sendable {
  private struct State {
    var isActive = true
    /// The store that the token keeps alive.
    var store: KeptStore?
  }
  private let state = Locked(State())

  var isActive: Bool { state.withLock { $0.isActive } }

  func keep(_ store: ConfinedStore) {
    let kept = KeptStore(store: store)
    state.withLock { if $0.isActive { $0.store = kept } }
  }

  func belongs(to store: ConfinedStore) -> Bool {
    state.withLock { $0.store }.map { $0.store === store } ?? false
  }

  func end() {
    // The store may go with this, so not while the lock is held.
    let kept = state.withLock { state in
      state.isActive = false
      defer { state.store = nil }
      return state.store
    }
    // What the observer holds goes where it was used.
    kept?.store.doorbell.enqueue { $0.store?.dropEndedObservations() }
  }
}

private struct KeptStore: @unchecked Sendable {
  // Unchecked because the store is kept and released, which may be done anywhere, and only its bell is rung.
  let store: ConfinedStore
}
