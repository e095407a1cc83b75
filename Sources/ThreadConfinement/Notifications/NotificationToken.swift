internal import Concurrency

/// Keeps an observer registered until the token is invalidated or released.
///
/// A token retains its store. It may be invalidated and released on any thread.
public final class NotificationToken: Sendable {
  let registration: Registration

  init(_ registration: Registration) { self.registration = registration }

  deinit { registration.end() }

  /// Ends the observation. A call in progress continues; no other call follows.
  public func invalidate() { registration.end() }
}

/// The state that a token and its store share: whether the observer is active.
final class Registration: Sendable {
  private struct State {
    var isActive = true
    /// The store that the token keeps alive.
    var store: StoreHandle?
  }
  private let state = Locked(State())

  var isActive: Bool { state.withLock { $0.isActive } }

  func keep(_ store: ConfinedStore) {
    let handle = StoreHandle(store)
    state.withLock { if $0.isActive { $0.store = handle } }
  }

  func belongs(to store: ConfinedStore) -> Bool {
    state.withLock { $0.store?.belongs(to: store) ?? false }
  }

  func end() {
    let handle = state.withLock { state in
      state.isActive = false
      defer { state.store = nil }
      return state.store
    }
    // The observer and its captures are released where the store is confined.
    handle?.perform { $0.dropEndedObservations() }
  }
}
