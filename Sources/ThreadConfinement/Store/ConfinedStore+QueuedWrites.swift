internal import Concurrency
internal import SQLite

extension ConfinedStore {
  // MARK: Serial execution

  func queue(
    _ block: @escaping () throws -> Void, onComplete: ((Failure?) -> Void)?,
    onDrop: (() -> Void)? = nil
  ) throws(Failure) -> AsyncWriteID {
    check()
    guard changeSignal.hasLoop else { throw .noLoop }
    asyncCount += 1
    let id = AsyncWriteID(number: asyncCount)
    queuedWrites.append(
      QueuedWrite(
        id: id, block: block, onComplete: onComplete, onDrop: onDrop,
        thread: file.writerQueue.thread()))
    requestAsyncTurn()
    return id
  }

  /// Requests the turn to write if a write is queued and this store has no write or commit in
  /// progress.
  func requestAsyncTurn() {
    guard let next = queuedWrites.first, commit == nil, transaction == nil,
      suspendedTransaction == nil, !isRunningAsyncBlock, changeSignal.hasLoop
    else { return }
    let handle = StoreHandle(self)
    // Keeps the actor alive until its queued writes have run.
    let actor = confinement.actor
    asyncWrites.request(on: next.thread) {
      withExtendedLifetime(actor) { handle.perform { $0.beginQueuedWrite() } }
    }
  }

  private func beginQueuedWrite() {
    // A write that was begun meanwhile has taken the turn; its end requests another turn.
    guard transaction == nil, suspendedTransaction == nil else { return }
    do throws(DatabaseError) {
      // The turn may have passed to another store, because this thread did not take it in time.
      guard let write = try asyncWrites.takeIfBegun() else { return requestAsyncTurn() }
      guard !queuedWrites.isEmpty else { return write.abandon() }
      transaction = write
    } catch {
      let failed = queuedWrites.isEmpty ? nil : queuedWrites.removeFirst()
      failed?.onComplete?(Failure(error))
      return requestAsyncTurn()
    }
    let next = queuedWrites.removeFirst()
    do throws(Failure) { try prepareBegunWrite() } catch {
      next.onComplete?(error)
      return requestAsyncTurn()
    }
    run(next)
  }

  private func run(_ next: QueuedWrite) {
    let (begun, generation) = (writeCount, generation)
    isRunningAsyncBlock = true
    var thrown: (any Error)?
    do { try next.block() } catch { thrown = error }
    isRunningAsyncBlock = false
    let isOpen = transaction != nil && writeCount == begun
    if let thrown {
      guard let onComplete = next.onComplete else {
        fatalError("a block of writeAsync without a completion threw: \(thrown)")
      }
      if isOpen { cancelOpenWrite() }
      onComplete(thrown as? Failure ?? .blockFailed(thrown))
      requestAsyncTurn()
    } else if isOpen {
      do throws(Failure) { try commitOpenWrite(of: next) } catch { next.onComplete?(error) }
    } else {
      let isCommitted = committedWrite >= begun
      let failure = self.generation == generation ? Failure.cancelled : .invalidated
      next.onComplete?(isCommitted ? nil : failure)
      requestAsyncTurn()
    }
  }

  /// Commits the open write on another thread. For this store the write has ended when the call
  /// returns.
  private func commitOpenWrite(of queued: QueuedWrite) throws(Failure) {
    guard let write = transaction else { throw .notInWriteTransaction }
    guard changeSignal.hasLoop else { throw .noLoop }
    try checkAssignments()
    transaction = nil
    epoch += 1
    defer { didEndWrite() }
    let commit = AsyncCommit(
      version: write.version, isDroppable: queued.onDrop == nil, onComplete: queued.onComplete)
    self.commit = commit
    let outcome = commit.outcome
    let changeSignal = changeSignal
    let handle = StoreHandle(self)
    let actor = confinement.actor
    queued.thread.async {
      do throws(DatabaseError) {
        try write.commit()
        write.file.signalOthers(than: changeSignal)
        outcome.fulfill(nil)
      } catch {
        outcome.fulfill(Failure(error))
      }
      withExtendedLifetime(actor) { handle.perform { $0.completeCommit() } }
    }
  }

  /// Completes the commit in progress; waits until it has ended.
  private func completeCommit() {
    // The end of the thread may have completed it.
    guard let done = commit else { return }
    commit = nil
    var failure = done.outcome.wait()
    if failure != nil { settleObservations(writeFailed: true) }
    if failure == nil, transaction == nil {
      do throws(Failure) { try didCommit(done.version) } catch { failure = error }
    }
    done.onComplete?(failure)
    requestAsyncTurn()
  }

  /// Drops queued writes, and the completion of a commit in progress.
  func dropAsyncWrites() {
    let dropped = queuedWrites
    queuedWrites = []
    for write in dropped { write.onDrop?() }
    guard let commit, commit.isDroppable else { return }
    // Released after it is set, because releasing its captures may use the store.
    self.commit?.onComplete = nil
    withExtendedLifetime(commit) {}
  }
}

// MARK: End of the thread

extension ConfinedStore {
  /// Called when the store's thread ends. Completes commits in progress, ends writes that other
  /// stores wait for, and releases objects that only this thread may release.
  func threadEnds() {
    changeSignal.end()
    if transaction != nil { cancelOpenWrite() }
    completeCommit()
    asyncWrites.cancel()
    while !queuedWrites.isEmpty {
      let next = queuedWrites.removeFirst()
      next.onComplete?(.threadEnded)
      next.onDrop?()
    }
    // A completion may have begun a write.
    if transaction != nil { cancelOpenWrite() }
    let ended = observations
    observations = []
    for observation in ended { observation.registration.end() }
    snapshot = nil
    generation += 1
    epoch += 1
  }
}
