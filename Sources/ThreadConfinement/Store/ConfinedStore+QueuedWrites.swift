internal import Concurrency
internal import Dispatch
internal import SQLite

extension ConfinedStore {
  // MARK: Serial execution

  func queue(
    _ block: @escaping () throws -> Void, commitsAtEnd: Bool,
    onComplete: ((Failure?) -> Void)? = nil, onDrop: (() -> Void)? = nil
  ) throws(Failure) -> AsyncWriteID {
    check()
    guard changeSignal.hasLoop else { throw .noLoop }
    asyncCount += 1
    let id = AsyncWriteID(number: asyncCount)
    queuedWrites.append(
      QueuedWrite(
        id: id, block: block, commitsAtEnd: commitsAtEnd, onComplete: onComplete, onDrop: onDrop))
    requestAsyncTurn()
    return id
  }

  /// Requests the turn to write if a write is queued and this store has no write or commit in
  /// progress.
  func requestAsyncTurn() {
    guard !queuedWrites.isEmpty, commits.isEmpty, transaction == nil, suspendedTransaction == nil,
      !isRunningAsyncBlock, changeSignal.hasLoop
    else { return }
    let handle = StoreHandle(self)
    // Keeps the actor alive until its queued writes have run.
    let actor = confinement.actor
    asyncWrites.request {
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
    let begun = writeCount
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
      guard next.commitsAtEnd else { return cancelOpenWrite() }
      do throws(Failure) {
        _ = try commitOpenWrite(isDroppable: next.onDrop == nil, next.onComplete)
      } catch {
        next.onComplete?(error)
      }
    } else {
      if next.commitsAtEnd { next.onComplete?(nil) }
      requestAsyncTurn()
    }
  }

  func commitOpenWrite(
    isDroppable: Bool, _ onComplete: ((Failure?) -> Void)?
  ) throws(Failure) -> AsyncWriteID {
    check()
    guard let write = transaction else { throw .notInWriteTransaction }
    guard changeSignal.hasLoop else { throw .noLoop }
    try checkAssignments()
    asyncCount += 1
    let id = AsyncWriteID(number: asyncCount)
    transaction = nil
    epoch += 1
    defer { didEndWrite() }
    let commit = AsyncCommit(
      id: id, version: write.version, isDroppable: isDroppable, onComplete: onComplete)
    commits.append(commit)
    let outcome = commit.outcome
    let changeSignal = changeSignal
    let handle = StoreHandle(self)
    let actor = confinement.actor
    DispatchQueue.global().async {
      do throws(DatabaseError) {
        try write.commit()
        write.file.signalOthers(than: changeSignal)
        outcome.fulfill(nil)
      } catch {
        outcome.fulfill(Failure(error))
      }
      withExtendedLifetime(actor) { handle.perform { $0.didCommitAsync(id) } }
    }
    return id
  }

  /// Completes an asynchronous commit and all commits before it, whose threads may arrive in any
  /// order.
  private func didCommitAsync(_ id: AsyncWriteID) {
    while commits.contains(where: { $0.id == id }) {
      let done = commits.removeFirst()
      var failure = done.outcome.wait()
      if failure != nil { settleObservations(writeFailed: true) }
      if failure == nil, transaction == nil {
        do throws(Failure) { try didCommit(done.version) } catch { failure = error }
      }
      done.onComplete?(failure)
    }
    requestAsyncTurn()
  }

  /// Drops queued writes, and the completions of commits in progress.
  func dropAsyncWrites() {
    let dropped = queuedWrites
    queuedWrites = []
    for write in dropped { write.onDrop?() }
    dropCompletions(where: \.isDroppable)
  }

  func dropCompletions(where isDropped: (AsyncCommit) -> Bool) {
    // The completions are released after the list is set, because releasing their captures may use
    // the store.
    let all = commits
    var left = all
    for index in left.indices where isDropped(left[index]) { left[index].onComplete = nil }
    commits = left
    withExtendedLifetime(all) {}
  }
}

// MARK: End of the thread

extension ConfinedStore {
  /// Called when the store's thread ends. Completes commits in progress, ends writes that other
  /// stores wait for, and releases objects that only this thread may release.
  func threadEnds() {
    changeSignal.end()
    if transaction != nil { cancelOpenWrite() }
    while let commit = commits.first { didCommitAsync(commit.id) }
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
