public import SQLite

extension ConfinedStore {
  /// Whether a write has begun here and neither been committed nor cancelled.
  public var isInWriteTransaction: Bool {
    check()
    return transaction != nil
  }

  /// Begins a write, runs the block, and commits when it returns.
  ///
  /// An error thrown in the block cancels all that was done in it. The block may cancel the write
  /// itself; then its end commits nothing.
  ///
  /// Observers that this write does not notify receive earlier changes before it begins; one that is being called reads
  /// its collection again, since what others have written meanwhile is in it.
  ///
  /// It waits for other writes of the file as ``beginWrite()`` does, which on an actor throws instead.
  ///
  /// - Parameters:
  ///   - tokens: observers of this store that this write does not notify.
  ///   - block: what is done in the write.
  /// - Returns: what the block returns.
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

  /// Stores what was written and ends the write. Observers of the store are notified before this
  /// returns; those of collections and objects at the next turn of the loop.
  ///
  /// Observers that this write does not notify receive earlier changes now; to them the store is as it was before
  /// the write.
  ///
  /// - Parameter tokens: observers of this store that this write does not notify.
  /// - Throws: ``Failure/notInWriteTransaction``; what the database says, and then nothing was stored and
  ///   the write has ended; or ``Failure/observerFailed(_:)`` of an observer of the store, after all was stored.
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
    // An observer may have invalidated the store, which cancels the write, and have begun another one.
    guard let write = transaction, writeCount == begun else { throw .notInWriteTransaction }
    var skips: [() -> Void] = []
    do throws(DatabaseError) {
      for observation in notified(tokens) { skips.append(try observation.skipping(write)) }
      transaction = nil
      epoch += 1
      try write.commit()
    } catch {
      // Committing ends the write, whether it fails or not.
      if transaction != nil { cancelOpenWrite() }
      throw Failure(error)
    }
    for skip in skips { skip() }
    file.signalOthers(than: changeSignal)
    try didCommit(write.number, silently: tokens)
  }

  /// Runs the closure with the store as it was before the open write.
  func suspendingWrite<E: Error>(_ body: () throws(E) -> Void) throws(E) {
    suspendedTransaction = transaction
    transaction = nil
    epoch += 1
    defer {
      // The closure may have ended the suspended write, by `invalidate`, and have begun another one.
      if suspendedTransaction != nil { transaction = suspendedTransaction }
      suspendedTransaction = nil
      epoch += 1
    }
    try body()
  }

  /// What follows a commit.
  func didCommit(_ number: Int64, silently tokens: [NotificationToken] = []) throws(Failure) {
    do throws(Failure) { try advance(own: number) } catch {
      // All was stored, so this is no failure of the commit: the next reading meets its cause.
      version = nil
      epoch += 1
    }
    if !observations.isEmpty { changeSignal.signal(byOther: false) }
    try notifyStoreObservers(.didChange, except: tokens)
  }

  /// Undoes what was written and ends the write.
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
