extension ConfinedStore {
  /// Whether this store has an open write.
  public var isInWriteTransaction: Bool {
    check()
    return transaction != nil
  }

  /// Begins a write as ``beginWrite()`` does, runs the block, commits, and returns the block's
  /// result.
  ///
  /// If the block throws, its changes are rolled back. If the block ends the write, its return
  /// commits nothing. If another process commits right after this write, the store may be at
  /// that later version, as after ``refresh()``.
  ///
  /// Observers whose tokens are given are not notified of this write, unless another process
  /// commits right after it; they receive earlier changes before it begins. An observer that itself
  /// writes must read its collection again: it may contain concurrent changes.
  ///
  /// - Throws: The error of the block, or a ``Failure``.
  @discardableResult
  public func write<Result>(
    withoutNotifying tokens: [NotificationToken] = [], _ block: () throws -> Result
  ) throws -> Result {
    check()
    try checkOwns(tokens)
    if !state.isInWrite {
      // An observer may itself write, which leaves more to deliver.
      while isDue(notified(tokens)) { try deliverDue(to: notified(tokens)) }
    }
    try beginWrite()
    let begun = transaction
    do {
      let result = try block()
      if state.isOpen(begun) { try commitWrite(withoutNotifying: tokens) }
      return result
    } catch {
      if state.isOpen(begun) { cancelWrite(because: .cancelled) }
      throw error
    }
  }

  /// Commits the changes and ends the write. Observers of the store are notified before the call
  /// returns; observers of collections and objects at the next turn of the loop.
  ///
  /// - Parameter tokens: Of observers that this write does not notify. They receive earlier changes
  ///   first, with the store at the version before the write.
  /// - Throws: ``Failure/notInWriteTransaction``; a database error or
  ///   ``Failure/observerFailed(_:)``, after which the write has ended and nothing is stored; or
  ///   ``Failure/observerFailedAfterCommit(_:)`` from an observer of the store.
  public func commitWrite(withoutNotifying tokens: [NotificationToken] = []) throws(Failure) {
    check()
    try checkOwns(tokens)
    guard transaction != nil else { throw .notInWriteTransaction }
    try checkAssignments()
    let begun = transaction
    defer { continueAfterWrite() }
    if isDue(notified(tokens)) {
      do throws(Failure) {
        try suspendingWrite { () throws(Failure) in try deliverDue(to: notified(tokens)) }
      } catch {
        if state.isOpen(begun) { cancelWrite(because: error) }
        throw error
      }
    }
    // An observer may have invalidated the store, which cancels the write, and begun another write.
    guard let write = transaction, state.isOpen(begun) else { throw .notInWriteTransaction }
    reading.beginEpoch()
    do throws(Failure) {
      reading.pin(try write.commit())
      _ = state.endWrite(.committed)
    } catch {
      // A commit that fails has rolled the write back.
      _ = state.endWrite(.notStored(error))
      throw error
    }
    // A later version has changes of another process, which the observers have not received.
    if let snapshot = reading.snapshot, snapshot.version == write.version {
      for observation in notified(tokens) { observation.skip(to: snapshot) }
    }
    file.signalOthers(than: changeSignal)
    try didCommit(write.version, silently: tokens)
  }

  func suspendingWrite<E: Error>(_ body: () throws(E) -> Void) throws(E) {
    state.suspend()
    reading.beginEpoch()
    defer {
      state.resume()
      reading.beginEpoch()
    }
    try body()
  }

  func didCommit(_ version: Int64, silently tokens: [NotificationToken] = []) throws(Failure) {
    do throws(Failure) { try advance(own: version) } catch {
      // The commit itself has succeeded; the next read reports the cause.
      reading.pin(nil)
    }
    if !observations.isEmpty { changeSignal.signal(byOther: false) }
    do throws(Failure) { try notifyStoreObservers(.didChange, except: tokens) } catch {
      if case .observerFailed(let thrown) = error { throw .observerFailedAfterCommit(thrown) }
      throw .observerFailedAfterCommit(error)
    }
  }

  /// Rolls back and ends the write, or throws ``Failure/notInWriteTransaction``.
  public func cancelWrite() throws(Failure) {
    check()
    guard transaction != nil else { throw .notInWriteTransaction }
    cancelWrite(because: .cancelled)
  }

  /// Throws the first error of setting a property in the open write, and cancels the write.
  func checkAssignments() throws(Failure) {
    guard let failure = state.assignmentFailure else { return }
    cancelWrite(because: failure)
    throw failure
  }

  func cancelWrite(because reason: Failure) {
    state.endWrite(.notStored(reason))?.abandon()
    reading.beginEpoch()
    continueAfterWrite()
  }

  func continueAfterWrite() {
    let next = state.next()
    if let byOther = next.postponedTurn { changeSignal.signal(byOther: byOther) }
    if next.requestsTurn { requestTurn() }
  }

  private func checkOwns(_ tokens: [NotificationToken]) throws(Failure) {
    for token in tokens where !token.belongs(to: self) { throw .otherStore }
  }

  /// Runs a change in the open write and begins a new epoch.
  @usableFromInline
  func writing<Result>(
    _ body: (WriteTransaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    check()
    guard let write = transaction else { throw .notInWriteTransaction }
    write.hasChanges = true
    defer { reading.beginEpoch() }
    return try body(write)
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
  /// On an actor other than the main actor it throws instead of waiting for another write of this
  /// process, which may need the same thread of Swift's pool; ``asyncWrite(isolation:_:)`` waits
  /// without blocking. A store that a task opens for a thread of that pool does wait.
  ///
  /// - Throws: ``Failure/alreadyInWriteTransaction``; ``Failure/otherWriteOpen`` on an actor;
  ///   ``Failure/threadEnded`` after the thread has ended its tasks;
  ///   ``Failure/observerFailed(_:)``, after which the write is cancelled;
  ///   ``Failure/notInWriteTransaction`` if an observer has ended it; or a database error.
  public func beginWrite() throws(Failure) {
    check()
    guard !state.isInWrite else { throw .alreadyInWriteTransaction }
    guard !changeSignal.hasEnded else { throw .threadEnded }
    do throws(Failure) { state.begin(try takeTurn()) } catch {
      // A requested turn was used up by the failed write.
      continueAfterWrite()
      throw error
    }
    try prepareBegunWrite()
  }

  private func takeTurn() throws(Failure) -> WriteTransaction {
    if let granted = try asyncWrites.takeOrWithdraw() { return granted }
    if confinement.mayBlock {
      file.writerQueue.take(refused: configuration.onWriteRefused)
    } else if !file.writerQueue.takeIfFree() {
      throw .otherWriteOpen
    }
    return try WriteTransaction(inTurnOf: file)
  }

  /// Advances to the newest version and notifies observers of it inside the new write.
  func prepareBegunWrite() throws(Failure) {
    do throws(Failure) {
      reading.beginEpoch()
      // If the store is at the newest version, the one before the write's, observers of its own
      // commits wait for the next turn of its loop.
      if let version = transaction?.version, isAt(version - 1) { return }
      guard try advance() else { return }
      try notifyStoreObservers(.didChange)
      try deliverDue()
      guard transaction != nil else { throw .notInWriteTransaction }
    } catch {
      if transaction != nil { cancelWrite(because: error) }
      throw error
    }
  }
}
