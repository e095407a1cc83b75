public import SQLite

extension ConfinedStore {
  /// Whether a write has begun here and neither been committed nor cancelled.
  public var isInWriteTransaction: Bool {
    check()
    return transaction != nil
  }

  /// Begins a write, runs the block, and commits when it returns.
  ///
  /// An error that the block throws rolls back its changes. The block may cancel the write itself;
  /// then nothing is committed at its end.
  ///
  /// Observers that this write does not notify receive earlier changes before it begins; one that
  /// is being called reads its collection again, since what others have written meanwhile is in it.
  ///
  /// It waits for other writes of the file as ``beginWrite()`` does, which on an actor throws
  /// instead.
  ///
  /// - Parameters:
  ///   - tokens: observers of this store that this write does not notify.
  ///   - block: makes the changes.
  /// - Returns: the block's result.
  /// - Throws: what the block throws, or a ``Failure``.
  @discardableResult
  public func write<Result>(
    withoutNotifying tokens: [NotificationToken] = [], _ block: () throws -> Result
  ) throws -> Result {
    check()
    try checkOwns(tokens)
    if transaction == nil, suspendedTransaction == nil {
      // An observer may write itself, and then there is more to deliver.
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

  /// Commits the changes and ends the write. Observers of the store are notified before this
  /// returns; those of collections and objects at the next turn of the loop.
  ///
  /// Observers that this write does not notify receive earlier changes now; to them the store is as
  /// it was before the write.
  ///
  /// - Parameter tokens: observers of this store that this write does not notify.
  /// - Throws: ``Failure/notInWriteTransaction``; the database's error, and then nothing is stored
  ///   and the write has ended; or ``Failure/observerFailed(_:)`` of an observer of the store,
  ///   after the commit.
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
    // An observer may have invalidated the store, which cancels the write, and have begun another
    // one.
    guard let write = transaction, writeCount == begun else { throw .notInWriteTransaction }
    var skips: [() -> Void] = []
    do throws(DatabaseError) {
      for observation in notified(tokens) { skips.append(try observation.skipping(write)) }
      transaction = nil
      epoch += 1
      snapshot = try write.commitAndPin()
    } catch {
      // Committing ends the write, whether it fails or not.
      if transaction != nil { cancelOpenWrite() } else { settleObservations(writeFailed: true) }
      throw Failure(error)
    }
    for skip in skips { skip() }
    file.signalOthers(than: changeSignal)
    try didCommit(write.version, silently: tokens)
  }

  /// Runs the closure with the store as it was before the open write.
  func suspendingWrite<E: Error>(_ body: () throws(E) -> Void) throws(E) {
    suspendedTransaction = transaction
    transaction = nil
    epoch += 1
    defer {
      // The closure may have ended the suspended write, by `invalidate`, and have begun another
      // one.
      if suspendedTransaction != nil { transaction = suspendedTransaction }
      suspendedTransaction = nil
      epoch += 1
    }
    try body()
  }

  /// Advances to the committed version and notifies observers.
  func didCommit(_ version: Int64, silently tokens: [NotificationToken] = []) throws(Failure) {
    do throws(Failure) { try advance(own: version) } catch {
      // The commit has succeeded; the next read reports the cause.
      snapshot = nil
      epoch += 1
    }
    settleObservations(writeFailed: false)
    if !observations.isEmpty { changeSignal.signal(byOther: false) }
    try notifyStoreObservers(.didChange, except: tokens)
  }

  /// Rolls back and ends the write.
  ///
  /// - Throws: ``Failure/notInWriteTransaction``.
  public func cancelWrite() throws(Failure) {
    check()
    guard transaction != nil else { throw .notInWriteTransaction }
    cancelOpenWrite()
  }

  /// Cancels the open write if a property could not be set in it.
  ///
  /// - Throws: why.
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

  /// Writes, and counts that something may have changed.
  @usableFromInline
  func writing<Result>(
    _ body: (inout WriteTransaction) throws(DatabaseError) -> Result
  ) throws(Failure) -> Result {
    guard var write = transaction else { throw .notInWriteTransaction }
    // Not two references to what was set while it is changed.
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
  /// Waits until no other write of the file is open, advances to the newest version, delivers its
  /// changes to observers, and begins a write.
  ///
  /// Observers are called inside the write, and may write in it. Once one has, those after it
  /// receive their changes with the store as it was before the write, so that places fit what they
  /// see.
  ///
  /// On an actor other than the main actor it never waits for another write of this process, which
  /// would block a thread of Swift's pool that the other write may need: it throws, and
  /// ``asyncWrite(isolation:_:)`` waits without blocking. It does block there as long as the disk
  /// takes, and up to ``Configuration/busyTimeout`` for a write of another process.
  ///
  /// - Throws: ``Failure/alreadyInWriteTransaction``; ``Failure/otherWriteOpen`` on an actor;
  ///   ``Failure/observerFailed(_:)``, after which the write is cancelled;
  ///   ``Failure/notInWriteTransaction`` if an observer has ended it; or the database's error.
  public func beginWrite() throws(Failure) {
    check()
    guard transaction == nil, suspendedTransaction == nil else { throw .alreadyInWriteTransaction }
    do throws(Failure) { transaction = try takeTurn() } catch {
      // A turn that was asked for is lost with the write that used it.
      requestAsyncTurn()
      throw error
    }
    try comeToBegunWrite()
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
      file.writerQueue.give()
      throw Failure(error)
    }
  }

  /// Advances to the newest version and notifies observers of it, inside the write that has begun.
  func comeToBegunWrite() throws(Failure) {
    do throws(Failure) {
      writeCount += 1
      assignmentFailure = nil
      epoch += 1
      // What this store itself has committed waits for the next turn of its loop.
      // The newest version is the one before that of the write.
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
