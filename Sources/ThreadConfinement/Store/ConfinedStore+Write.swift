public import SQLite

extension ConfinedStore {
  /// Whether this store has an open write.
  public var isInWriteTransaction: Bool {
    check()
    return transaction != nil
  }

  /// Begins a write, runs the block, and commits when it returns.
  ///
  /// If the block throws, its changes are rolled back. The block may end the write itself; then
  /// nothing is committed at its end.
  ///
  /// The observers that this write does not notify receive earlier changes before it begins. An
  /// observer that is itself writing has to read its collection again, which may contain concurrent
  /// changes.
  ///
  /// It waits for other writes of the file like ``beginWrite()``, which on an actor throws instead.
  ///
  /// - Parameters:
  ///   - tokens: the tokens of observers of this store that this write does not notify.
  ///   - block: makes the changes.
  /// - Returns: the block's result.
  /// - Throws: the error of the block, or a ``Failure``.
  @discardableResult
  public func write<Result>(
    withoutNotifying tokens: [NotificationToken] = [], _ block: () throws -> Result
  ) throws -> Result {
    check()
    try checkOwns(tokens)
    if transaction == nil, suspendedTransaction == nil {
      // An observer may itself write, which leaves more to deliver.
      while isDue(notified(tokens)) { try deliverDue(to: notified(tokens)) }
    }
    try beginWrite()
    let begun = writeCount
    let result: Result
    do {
      result = try block()
    } catch {
      if transaction != nil, writeCount == begun { cancelOpenWrite() }
      throw error
    }
    guard transaction != nil, writeCount == begun else { return result }
    do throws(Failure) {
      try commitWrite(withoutNotifying: tokens)
    } catch {
      if transaction != nil, writeCount == begun { cancelOpenWrite() }
      throw error
    }
    return result
  }

  /// Commits the changes and ends the write. Observers of the store are notified before the call
  /// returns; observers of collections and objects at the next turn of the loop.
  ///
  /// The observers that this write does not notify receive earlier changes first, with the store at
  /// the version before the write.
  ///
  /// - Parameter tokens: the tokens of observers of this store that this write does not notify.
  /// - Throws: ``Failure/notInWriteTransaction``; a database error, after which nothing is stored
  ///   and the write has ended; ``Failure/observerFailed(_:)``, after which nothing is stored; or
  ///   ``Failure/observerFailedAfterCommit(_:)`` from an observer of the store.
  public func commitWrite(withoutNotifying tokens: [NotificationToken] = []) throws(Failure) {
    check()
    try checkOwns(tokens)
    guard transaction != nil else { throw .notInWriteTransaction }
    try checkAssignments()
    let begun = writeCount
    defer { didEndWrite() }
    if isDue(notified(tokens)) {
      do throws(Failure) {
        try suspendingWrite { () throws(Failure) in try deliverDue(to: notified(tokens)) }
      } catch {
        if transaction != nil, writeCount == begun { cancelOpenWrite() }
        throw error
      }
    }
    // An observer may have invalidated the store, which cancels the write, and begun another write.
    guard let write = transaction, writeCount == begun else { throw .notInWriteTransaction }
    var skips: [() -> Void] = []
    do throws(DatabaseError) {
      for observation in notified(tokens) { skips.append(try observation.skipping(write)) }
      transaction = nil
      epoch += 1
      snapshot = try write.commitAndPin()
    } catch {
      // A commit ends the write even if it fails.
      if transaction != nil { cancelOpenWrite() } else { settleObservations(writeFailed: true) }
      throw Failure(error)
    }
    committedWrite = begun
    for skip in skips { skip() }
    file.signalOthers(than: changeSignal)
    try didCommit(write.version, silently: tokens)
  }

  /// Runs the closure with the store at the version before the open write.
  func suspendingWrite<E: Error>(_ body: () throws(E) -> Void) throws(E) {
    suspendedTransaction = transaction
    transaction = nil
    epoch += 1
    defer {
      // The closure may have ended the suspended write by `invalidate` and begun another write.
      if suspendedTransaction != nil { transaction = suspendedTransaction }
      suspendedTransaction = nil
      epoch += 1
    }
    try body()
  }

  /// Advances to the committed version and notifies observers.
  func didCommit(_ version: Int64, silently tokens: [NotificationToken] = []) throws(Failure) {
    do throws(Failure) { try advance(own: version) } catch {
      // The commit itself has succeeded; the next read reports the cause.
      snapshot = nil
      epoch += 1
    }
    settleObservations(writeFailed: false)
    if !observations.isEmpty { changeSignal.signal(byOther: false) }
    do throws(Failure) { try notifyStoreObservers(.didChange, except: tokens) } catch {
      if case .observerFailed(let thrown) = error { throw .observerFailedAfterCommit(thrown) }
      throw .observerFailedAfterCommit(error)
    }
  }

  /// Rolls back and ends the write.
  ///
  /// - Throws: ``Failure/notInWriteTransaction``.
  public func cancelWrite() throws(Failure) {
    check()
    guard transaction != nil else { throw .notInWriteTransaction }
    cancelOpenWrite()
  }

  /// Cancels the open write if setting a property in it has failed.
  ///
  /// - Throws: the error of the first such assignment.
  func checkAssignments() throws(Failure) {
    guard let assignmentFailure else { return }
    cancelOpenWrite()
    throw assignmentFailure
  }

  func cancelOpenWrite() {
    assignmentFailure = nil
    transaction?.abandon()
    transaction = nil
    epoch += 1
    settleObservations(writeFailed: true)
    didEndWrite()
  }

  private func checkOwns(_ tokens: [NotificationToken]) throws(Failure) {
    for token in tokens where !token.registration.belongs(to: self) { throw .otherStore }
  }

  /// Runs a change in the open write and begins a new epoch.
  @usableFromInline
  func writing<Result>(
    _ body: (inout WriteTransaction) throws(DatabaseError) -> Result
  ) throws(Failure) -> Result {
    guard var write = transaction else { throw .notInWriteTransaction }
    // Avoids a second reference to `assigned`, which would cause a copy on write.
    transaction?.assigned = AssignedColumns.Commit()
    write.hasChanges = true
    defer {
      transaction = write
      epoch += 1
    }
    do throws(DatabaseError) { return try body(&write) } catch { throw Failure(error) }
  }
}

extension ConfinedStore {
  /// Waits until no other write of the file is open, begins a write, advances to the newest
  /// version, and delivers its changes to observers.
  ///
  /// Observers are called inside the write and may write in it. After one has written, later
  /// observers receive their changes with the store at the version before the write, so that the
  /// indices match.
  ///
  /// On an actor other than the main actor it does not wait for another write of this process,
  /// because that would block a thread of Swift's pool that the other write may need. It throws
  /// instead; ``asyncWrite(isolation:_:)`` waits without blocking. It still blocks for disk access,
  /// and up to ``Configuration/busyTimeout`` for a write of another process.
  ///
  /// - Throws: ``Failure/alreadyInWriteTransaction``; ``Failure/otherWriteOpen`` on an actor;
  ///   ``Failure/observerFailed(_:)``, after which the write is cancelled;
  ///   ``Failure/notInWriteTransaction`` if an observer has ended it; or a database error.
  public func beginWrite() throws(Failure) {
    check()
    guard transaction == nil, suspendedTransaction == nil else { throw .alreadyInWriteTransaction }
    do throws(Failure) { transaction = try takeTurn() } catch {
      // A requested turn was used up by the failed write.
      requestAsyncTurn()
      throw error
    }
    try prepareBegunWrite()
  }

  private func takeTurn() throws(Failure) -> WriteTransaction {
    do throws(DatabaseError) {
      if let granted = try asyncWrites.takeOrWithdraw() { return granted }
    } catch {
      throw Failure(error)
    }
    if confinement.mayBlock {
      file.writerQueue.take(refused: configuration.onWriteRefused)
    } else if !file.writerQueue.takeIfFree() {
      throw .otherWriteOpen
    }
    do throws(DatabaseError) { return try WriteTransaction(of: file) } catch {
      file.writerQueue.release()
      throw Failure(error)
    }
  }

  /// Advances to the newest version and notifies observers of it inside the new write.
  func prepareBegunWrite() throws(Failure) {
    do throws(Failure) {
      writeCount += 1
      assignmentFailure = nil
      epoch += 1
      // If the store is at the newest version, the one before the write's, observers of its own
      // commits wait for the next turn of its loop.
      if let version = transaction?.version, isAt(version - 1) { return }
      guard try advance() else { return }
      try notifyStoreObservers(.didChange)
      try deliverDue()
      guard transaction != nil else { throw .notInWriteTransaction }
    } catch {
      if transaction != nil { cancelOpenWrite() }
      throw error
    }
  }
}
