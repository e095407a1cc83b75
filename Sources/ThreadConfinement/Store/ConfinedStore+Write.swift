public import SQLite

extension ConfinedStore {
  /// Whether a write has begun here and neither been committed nor cancelled.
  public var isInWriteTransaction: Bool {
    check()
    return openWrite != nil
  }

  /// Begins a write, runs the block, and commits when it returns.
  ///
  /// An error thrown in the block cancels all that was done in it. The block may cancel the write
  /// itself; then its end commits nothing.
  ///
  /// Observers that are not told of this write are told before it of what came earlier.
  ///
  /// - Parameters:
  ///   - tokens: observers of this store that are not told of this write.
  ///   - block: what is done in the write.
  /// - Returns: what the block returns.
  /// - Throws: what the block throws, or a ``Failure``.
  @discardableResult
  public func write<Result>(
    withoutNotifying tokens: [NotificationToken] = [], _ block: () throws -> Result
  ) throws -> Result {
    check()
    try checkOwns(tokens)
    if openWrite == nil, suspendedWrite == nil {
      // An observer may write itself, and then there is more to tell.
      while isDue(told(tokens)) { try deliverDue(to: told(tokens)) }
    }
    try beginWrite()
    let begun = writeCount
    let result: Result
    do {
      result = try block()
    } catch {
      if openWrite != nil, writeCount == begun { cancelOpenWrite() }
      throw error
    }
    guard openWrite != nil, writeCount == begun else { return result }
    do throws(Failure) {
      try commitWrite(withoutNotifying: tokens)
    } catch {
      if openWrite != nil, writeCount == begun { cancelOpenWrite() }
      throw error
    }
    return result
  }

  /// Stores what was written and ends the write. Observers of the store are told before this
  /// returns; those of collections and objects at the next turn of the loop.
  ///
  /// Observers that are not told of this write are told now of what came before it; to them the store is as it was
  /// before the write.
  ///
  /// - Parameter tokens: observers of this store that are not told of this write.
  /// - Throws: ``Failure/notInWriteTransaction``; what the database says, and then nothing was stored and
  ///   the write has ended; or ``Failure/observerFailed(_:)`` of an observer of the store, after all was stored.
  public func commitWrite(withoutNotifying tokens: [NotificationToken] = []) throws(Failure) {
    check()
    try checkOwns(tokens)
    guard openWrite != nil else { throw .notInWriteTransaction }
    try checkAssignments()
    if isDue(told(tokens)) { try deliverBeforeWrite(to: told(tokens)) }
    guard let write = openWrite else { throw .notInWriteTransaction }
    var skips: [() -> Void] = []
    do throws(DatabaseError) {
      for observation in told(tokens) { skips.append(try observation.skipping(write)) }
      openWrite = nil
      epoch += 1
      try write.commit()
    } catch {
      // Committing ends the write, whether it fails or not.
      if openWrite != nil { cancelOpenWrite() } else { askForAsyncTurn() }
      throw Failure(error)
    }
    for skip in skips { skip() }
    file.tellOthers(than: doorbell)
    try didCommit(write.number, silently: tokens)
    askForAsyncTurn()
  }

  /// Tells observers what came before the open write, with the store as it was before it.
  private func deliverBeforeWrite(to observations: [any Observation]) throws(Failure) {
    suspendedWrite = openWrite
    openWrite = nil
    epoch += 1
    defer {
      openWrite = suspendedWrite
      suspendedWrite = nil
      epoch += 1
    }
    do throws(Failure) { try deliverDue(to: observations) } catch {
      suspendedWrite?.abandon()
      suspendedWrite = nil
      throw error
    }
  }

  /// What follows a commit.
  func didCommit(_ number: Int64, silently tokens: [NotificationToken] = []) throws(Failure) {
    do throws(Failure) { try advance(own: number) } catch {
      // All was stored, so this is no failure of the commit: the next reading meets its cause.
      version = nil
      epoch += 1
    }
    if !observations.isEmpty { doorbell.ring(byOther: false) }
    try tellStoreObservers(.didChange, except: tokens)
  }

  /// Undoes what was written and ends the write.
  ///
  /// - Throws: ``Failure/notInWriteTransaction``.
  public func cancelWrite() throws(Failure) {
    check()
    guard openWrite != nil else { throw .notInWriteTransaction }
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
    openWrite?.abandon()
    openWrite = nil
    epoch += 1
    askForAsyncTurn()
  }

  private func checkOwns(_ tokens: [NotificationToken]) throws(Failure) {
    for token in tokens where !token.registration.belongs(to: self) { throw .otherStore }
  }

  /// Writes, and counts that something may have changed.
  @usableFromInline
  func writing<Result>(
    _ body: (inout OpenWrite) throws(DatabaseError) -> Result
  ) throws(Failure) -> Result {
    guard var write = openWrite else { throw .notInWriteTransaction }
    // Not two references to what was set while it is changed.
    openWrite?.assigned = AssignedColumns.Commit()
    defer {
      openWrite = write
      epoch += 1
    }
    do throws(DatabaseError) { return try body(&write) } catch { throw Failure(error) }
  }
}
