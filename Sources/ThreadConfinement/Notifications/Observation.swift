internal import Concurrency
internal import SQLite

/// An observer, and the state that was last delivered to it: none by default.
class Observation {
  final weak var token: NotificationToken?
  final var isActive: Bool { token?.isActive ?? false }
  final var isBeingCalled = false

  /// The last version delivered; nil before the first call and for observers of the store.
  var knownVersion: Int64? { nil }

  func deliver(in store: ConfinedStore) throws {}

  /// Marks the state of a version as delivered, unless it cannot be read.
  func skip(to snapshot: Snapshot) {}
}

private final class StoreObservation: Observation {
  let observer: (ConfinedStore.Notification, ConfinedStore) throws -> Void

  init(_ observer: @escaping (ConfinedStore.Notification, ConfinedStore) throws -> Void) {
    self.observer = observer
  }
}

extension ConfinedStore {
  public enum Notification: Sendable {
    /// The store has committed a write or advanced to another version.
    case didChange
    /// The file has a newer version, and ``ConfinedStore/autorefresh`` is off.
    case refreshRequired
  }

  /// Calls the observer after each commit of this store, before `commitWrite` returns, and after
  /// each refresh to another version, but not for commits that it makes itself during a call. The
  /// token keeps it registered. Its error is rethrown by `commitWrite`, `beginWrite` or `refresh`,
  /// and traps at a turn of the loop. Throws ``Failure/noLoop`` if the store has no loop.
  public func observe(
    _ observer: @escaping (Notification, ConfinedStore) throws -> Void
  ) throws(Failure) -> NotificationToken {
    check()
    return try register(StoreObservation(observer))
  }

  func register(_ observation: Observation) throws(Failure) -> NotificationToken {
    guard changeSignal.hasLoop else { throw .noLoop }
    let token = NotificationToken()
    take(observation, for: token)
    return token
  }

  func take(_ observation: Observation, for token: NotificationToken) {
    observation.token = token
    observations.append(observation)
    token.keep(self)
    changeSignal.signal(byOther: false)
  }

  /// Notifies the observers of the store, except those being called and those of the given tokens.
  func notifyStoreObservers(
    _ notification: Notification, except tokens: [NotificationToken] = []
  ) throws(Failure) {
    let notified = observations.compactMap { $0 as? StoreObservation }
    let others = notified.filter { observer in !tokens.contains { $0 === observer.token } }
    try call(others) { try $0.observer(notification, self) }
  }

  func deliverDue(to observations: [Observation]? = nil) throws(Failure) {
    try call(observations ?? self.observations) { observation in
      // The indices are those of the version; an observer's changes meanwhile would shift them.
      guard transaction?.hasChanges == true else { return try observation.deliver(in: self) }
      try suspendingWrite { try observation.deliver(in: self) }
    }
  }

  /// The observers of the given tokens that have been notified before.
  func notified(_ tokens: [NotificationToken]) -> [Observation] {
    observations.filter { observation in
      observation.knownVersion != nil && tokens.contains { $0 === observation.token }
    }
  }

  func isDue(_ observations: [Observation]) -> Bool {
    observations.contains { observation in
      guard !observation.isBeingCalled, observation.isActive else { return false }
      guard let known = observation.knownVersion, let snapshot = reading.snapshot else {
        return true
      }
      return known < snapshot.version
    }
  }

  func dropEndedObservations() {
    // Observers are released after the list is set: releasing their captures may use the store.
    let all = observations
    observations = all.filter(\.isActive)
    withExtendedLifetime(all) {}
  }

  func endObservations() {
    for observation in exchange(&observations, with: []) { observation.token?.invalidate() }
  }

  private func call<Observer: Observation>(
    _ observers: [Observer], _ call: (Observer) throws -> Void
  ) throws(Failure) {
    dropEndedObservations()
    for observer in observers where !observer.isBeingCalled {
      guard observer.isActive else { continue }
      observer.isBeingCalled = true
      defer { observer.isBeingCalled = false }
      do { try call(observer) } catch let failure as Failure { throw failure } catch {
        throw .observerFailed(error)
      }
    }
  }
}

/// Keeps an observer registered and its store alive. Any thread may invalidate or release it.
public final class NotificationToken: Sendable {
  private struct State {
    var isActive = true
    var store: StoreHandle?
  }
  private let state = Locked(State())

  deinit { invalidate() }

  var isActive: Bool { state.withLock { $0.isActive } }

  func keep(_ store: ConfinedStore) {
    let handle = StoreHandle(store)
    state.withLock { if $0.isActive { $0.store = handle } }
  }

  func belongs(to store: ConfinedStore) -> Bool {
    state.withLock { $0.store?.belongs(to: store) ?? false }
  }

  /// Ends the observation. A call in progress continues; no other call follows.
  public func invalidate() {
    let handle = state.withLock { state in
      state.isActive = false
      return state.store.take()
    }
    // The observer and its captures are released where the store is confined.
    handle?.perform { $0.dropEndedObservations() }
  }
}
