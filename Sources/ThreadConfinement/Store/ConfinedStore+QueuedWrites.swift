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
    let id = state.enqueue(
      on: file.writerQueue.thread(), block, onComplete: onComplete, onDrop: onDrop)
    continueAfterWrite()
    return id
  }

  /// Requests the turn to write, in which the first queued write begins.
  func requestTurn(for first: QueuedWrite) {
    guard changeSignal.hasLoop else { return }
    let handle = StoreHandle(self)
    // Keeps the actor alive until its queued writes have run.
    let actor = confinement.actor
    asyncWrites.request(on: first.thread) {
      withExtendedLifetime(actor) { handle.perform { $0.beginQueuedWrite() } }
    }
  }

  private func beginQueuedWrite() {
    // A write that was begun meanwhile has taken the turn; its end requests another turn.
    guard !state.isInWrite else { return }
    let write: WriteTransaction
    do throws(DatabaseError) {
      // The turn may have passed to another store, because this thread did not take it in time.
      guard let begun = try asyncWrites.takeIfBegun() else { return continueAfterWrite() }
      write = begun
    } catch {
      state.dequeue()?.onComplete?(Failure(error))
      return continueAfterWrite()
    }
    guard let next = state.dequeue() else { return write.abandon() }
    state.begin(write)
    do throws(Failure) { try prepareBegunWrite() } catch {
      next.onComplete?(error)
      return continueAfterWrite()
    }
    run(next)
  }

  private func run(_ next: QueuedWrite) {
    state.beginBlock()
    do { try next.block() } catch {
      guard let onComplete = next.onComplete else {
        fatalError("a block of writeAsync without a completion threw: \(error)")
      }
      if state.endBlock() == nil { cancelWrite(because: .cancelled) }
      onComplete(error as? Failure ?? .blockFailed(error))
      return continueAfterWrite()
    }
    switch state.endBlock() {
    case nil:
      do throws(Failure) { try commitWrite(of: next) } catch { next.onComplete?(error) }
    case .committed:
      next.onComplete?(nil)
      continueAfterWrite()
    case .notStored(let reason):
      next.onComplete?(reason)
      continueAfterWrite()
    }
  }

  /// Commits the open write on another thread. For this store the write has ended when the call
  /// returns.
  private func commitWrite(of queued: QueuedWrite) throws(Failure) {
    try checkAssignments()
    guard let (write, commit) = state.beginCommit(of: queued) else { throw .notInWriteTransaction }
    epoch += 1
    let (outcome, changeSignal) = (commit.outcome, changeSignal)
    let (handle, actor) = (StoreHandle(self), confinement.actor)
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
    continueAfterWrite()
  }

  /// Completes the commit in progress; waits until it has ended.
  private func completeCommit() {
    // The end of the thread may have completed it.
    guard let done = state.endCommit() else { return }
    var failure = done.outcome.wait()
    if failure != nil { settleObservations(writeFailed: true) }
    if failure == nil, !state.isInWrite {
      do throws(Failure) { try didCommit(done.version) } catch { failure = error }
    }
    done.write.onComplete?(failure)
    continueAfterWrite()
  }
}

// MARK: End of the thread

extension ConfinedStore {
  /// Called when the store's thread ends. Completes the commit in progress, ends writes that other
  /// stores wait for, and releases objects that only this thread may release.
  func threadEnds() {
    changeSignal.end()
    if state.isInWrite { cancelWrite(because: .threadEnded) }
    completeCommit()
    asyncWrites.cancel()
    while let next = state.dequeue() {
      next.onComplete?(.threadEnded)
      next.onDrop?()
    }
    // A completion may have begun a write.
    if state.isInWrite { cancelWrite(because: .threadEnded) }
    let ended = observations
    observations = []
    for observation in ended { observation.registration.end() }
    snapshot = nil
    generation += 1
    epoch += 1
  }
}
