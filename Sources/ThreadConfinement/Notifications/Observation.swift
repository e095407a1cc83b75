internal import SQLite

/// An observer, and the state that was last delivered to it.
protocol Observation: AnyObject {
  var registration: Registration { get }
  /// Whether a call of the observer is in progress.
  var isBeingCalled: Bool { get set }
  /// The version up to which the observer was notified; nil before the first call and for observers
  /// of the store.
  var knownVersion: Int64? { get }
  /// Called after a write has ended, for observations registered during it.
  ///
  /// - Returns: Whether there is a change to deliver.
  func settle(in store: ConfinedStore, writeFailed: Bool) throws(ConfinedStore.Failure) -> Bool
  /// Calls the observer with the changes since its last call, if any.
  func deliver(in store: ConfinedStore) throws
  /// Reads the state that the open write is about to commit.
  ///
  /// - Returns: A closure to call after the commit, which marks that state as delivered.
  func skipping(_ write: WriteTransaction) throws(DatabaseError) -> () -> Void
}

extension Observation {
  func settle(in store: ConfinedStore, writeFailed: Bool) -> Bool { false }
}

extension ConfinedStore {
  /// A notification about a store.
  public enum Notification: Sendable {
    /// The store has committed a write or advanced to another version.
    case didChange
    /// The file has a newer version, and ``ConfinedStore/autorefresh`` is off.
    case refreshRequired
  }

  /// Calls the observer after each commit of this store, before `commitWrite` returns, and after
  /// each refresh to another version. The observer is not called for commits that it makes itself
  /// during a call.
  ///
  /// - Parameter observer: The closure to call. An error that it throws is rethrown by
  ///   `commitWrite`, `beginWrite` or `refresh`, and traps at a turn of the loop.
  /// - Returns: The token that keeps the observer registered.
  /// - Throws: ``Failure/noLoop``.
  public func observe(
    _ observer: @escaping (Notification, ConfinedStore) throws -> Void
  ) throws(Failure) -> NotificationToken {
    check()
    return try register(StoreObservation(observer))
  }

  func register(
    _ observation: some Observation
  ) throws(Failure) -> NotificationToken {
    guard changeSignal.hasLoop else { throw .noLoop }
    observations.append(observation)
    observation.registration.keep(self)
    changeSignal.signal(byOther: false)
    return NotificationToken(observation.registration)
  }

  // MARK: Notifying

  /// Notifies the observers of the store, except those being called and those of the given tokens.
  func notifyStoreObservers(
    _ notification: Notification, except tokens: [NotificationToken] = []
  ) throws(Failure) {
    try call(observations) { observation in
      guard !tokens.contains(where: { $0.registration === observation.registration }) else {
        return nil
      }
      return (observation as? StoreObservation)?.delivery(of: notification, from: self)
    }
  }

  /// Settles the observations that were registered during a write that has ended.
  func settleObservations(writeFailed: Bool) {
    for observation in observations {
      // A failure recurs, and is reported, at the next turn.
      let needsTurn = (try? observation.settle(in: self, writeFailed: writeFailed)) ?? true
      if needsTurn { changeSignal.signal(byOther: false) }
    }
  }

  /// Delivers pending changes to the observers of collections and objects.
  func deliverDue() throws(Failure) { try deliverDue(to: observations) }

  /// Delivers pending changes to these observers.
  func deliverDue(to observations: [any Observation]) throws(Failure) {
    try call(observations) { observation in
      {
        // The indices are those of the version; changes that an observer has made meanwhile would
        // shift them.
        guard self.transaction?.hasChanges == true else { return try observation.deliver(in: self) }
        try self.suspendingWrite { try observation.deliver(in: self) }
      }
    }
  }

  /// The observers of the given tokens that have been notified before.
  func notified(_ tokens: [NotificationToken]) -> [any Observation] {
    guard !tokens.isEmpty else { return [] }
    return observations.filter { observation in
      observation.knownVersion != nil
        && tokens.contains { $0.registration === observation.registration }
    }
  }

  /// Whether one of the observers has pending changes.
  func isDue(_ observations: [any Observation]) -> Bool {
    observations.contains { observation in
      guard !observation.isBeingCalled, observation.registration.isActive else { return false }
      guard let known = observation.knownVersion, let snapshot else { return true }
      return known < snapshot.version
    }
  }

  func dropEndedObservations() {
    // The observers are released after the list is set, because releasing their captures may use
    // the store.
    let all = observations
    observations = all.filter(\.registration.isActive)
    withExtendedLifetime(all) {}
  }

  private func call(
    _ observations: [any Observation], _ call: (any Observation) -> (() throws -> Void)?
  ) throws(Failure) {
    dropEndedObservations()
    for observation in observations where !observation.isBeingCalled {
      guard observation.registration.isActive, let call = call(observation) else { continue }
      observation.isBeingCalled = true
      defer { observation.isBeingCalled = false }
      do { try call() } catch let failure as Failure { throw failure } catch {
        throw .observerFailed(error)
      }
    }
  }
}

/// An observer of the store as a whole.
private final class StoreObservation: Observation {
  let registration = Registration()
  var isBeingCalled = false
  var knownVersion: Int64? { nil }
  private let observer: (ConfinedStore.Notification, ConfinedStore) throws -> Void

  init(_ observer: @escaping (ConfinedStore.Notification, ConfinedStore) throws -> Void) {
    self.observer = observer
  }

  func delivery(
    of notification: ConfinedStore.Notification, from store: ConfinedStore
  ) -> () throws -> Void {
    { try self.observer(notification, store) }
  }

  func deliver(in store: ConfinedStore) {}
  func skipping(_ write: WriteTransaction) -> () -> Void { {} }
}
