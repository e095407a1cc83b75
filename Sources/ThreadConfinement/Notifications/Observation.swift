internal import SQLite

/// An observer and what was delivered to it last.
protocol Observation: AnyObject {
  var registration: Registration { get }
  /// Whether a call of the observer is in progress.
  var isBeingCalled: Bool { get set }
  /// The version from which later changes are counted; nil before the first call, and for the store
  /// as a whole.
  var knownVersion: Int64? { get }
  /// Called after a write has ended, for an observation that was made in it.
  ///
  /// - Returns: whether there is a change to deliver.
  func settle(in store: ConfinedStore, writeFailed: Bool) throws(ConfinedStore.Failure) -> Bool
  /// Calls the observer with what changed since its last call, if anything did.
  func deliver(in store: ConfinedStore) throws
  /// Reads the result of the write that is about to be committed.
  ///
  /// - Returns: a closure to call after the commit, so that later changes are counted from there.
  func skipping(_ write: WriteTransaction) throws(DatabaseError) -> () -> Void
}

extension Observation {
  func settle(in store: ConfinedStore, writeFailed: Bool) -> Bool { false }
}

extension ConfinedStore {
  /// What the observer of a store receives.
  public enum Notification: Sendable {
    /// The store has advanced to another version, or has committed one.
    case didChange
    /// The file has a newer version, and ``ConfinedStore/autorefresh`` is off.
    case refreshRequired
  }

  /// Calls the observer after each commit of this store, before `commitWrite` returns, and after
  /// each refresh to another version; not after a commit that it makes itself while it is called.
  ///
  /// - Parameter observer: its error is thrown by `commitWrite`, `beginWrite` or `refresh`; at a
  ///   turn of the loop an error ends the process.
  /// - Returns: the token that keeps the observer registered.
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

  /// Notifies the observers of the store, except those with a call in progress and those of the
  /// tokens.
  func notifyStoreObservers(
    _ notification: Notification, except tokens: [NotificationToken] = []
  ) throws(Failure) {
    try call(observations) { observation in
      guard !tokens.contains(where: { $0.registration === observation.registration }) else {
        return nil
      }
      return (observation as? StoreObservation)?.tell(notification, of: self)
    }
  }

  /// Settles the observations that were made in a write that has ended.
  func settleObservations(writeFailed: Bool) {
    for observation in observations {
      // A failure is met again, and reported, at the next turn.
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
        // Places are those of the version, which what an observer has written meanwhile would
        // shift.
        guard self.transaction?.hasChanges == true else { return try observation.deliver(in: self) }
        try self.suspendingWrite { try observation.deliver(in: self) }
      }
    }
  }

  /// The observers of the tokens that have a version from which later changes are counted.
  func notified(_ tokens: [NotificationToken]) -> [any Observation] {
    guard !tokens.isEmpty else { return [] }
    return observations.filter { observation in
      observation.knownVersion != nil
        && tokens.contains { $0.registration === observation.registration }
    }
  }

  /// Whether one of them has pending changes.
  func isDue(_ observations: [any Observation]) -> Bool {
    observations.contains { observation in
      guard !observation.isBeingCalled, observation.registration.isActive else { return false }
      guard let known = observation.knownVersion, let snapshot else { return true }
      return known < snapshot.version
    }
  }

  func dropEndedObservations() {
    // What observers hold is released after the list was set, since its release may use the store.
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

  func tell(_ notification: ConfinedStore.Notification, of store: ConfinedStore) -> () throws ->
    Void
  {
    { try self.observer(notification, store) }
  }

  func deliver(in store: ConfinedStore) {}
  func skipping(_ write: WriteTransaction) -> () -> Void { {} }
}
