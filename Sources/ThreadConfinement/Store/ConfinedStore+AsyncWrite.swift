internal import Concurrency

extension ConfinedStore {
  /// Queues a write and returns at once. When the store gets its turn, the block runs in the write
  /// where the store is confined; the commit runs on another thread. Blocks run in the order in
  /// which they were queued. The store stays at the version before the write until the commit.
  ///
  /// `onComplete` is called where the store is confined, after the commit or with an error:
  /// ``Failure/threadEnded`` or ``Failure/invalidated`` if the thread ended or the store was
  /// invalidated first, ``Failure/cancelled`` if the block cancelled its write. An error of the
  /// block rolls back its changes; without a completion it traps. Only after
  /// ``Failure/observerFailedAfterCommit(_:)`` are the changes stored.
  ///
  /// - Returns: The identifier with which the write can be cancelled until it begins.
  /// - Throws: ``Failure/noLoop``.
  @discardableResult
  public func writeAsync(
    _ block: @escaping () throws -> Void, onComplete: ((Failure?) -> Void)? = nil
  ) throws(Failure) -> AsyncWriteID {
    check()
    guard changeSignal.hasLoop else { throw .noLoop }
    let id = state.enqueue(block, onComplete: onComplete)
    continueAfterWrite()
    return id
  }

  /// Cancels a queued write: it never runs and has no completion. Has no effect once it has begun.
  public func cancelAsyncWrite(_ id: AsyncWriteID) {
    check()
    _ = state.remove(id)
  }

  package var hasAsyncWrites: Bool {
    check()
    return state.hasAsyncWrites
  }
}

extension ConfinedStore {
  /// Waits for the store's turn without blocking the actor, runs the block in a write on the actor,
  /// and commits on another thread. Returns the block's result.
  ///
  /// - Throws: The block's error, after its changes were rolled back; `CancellationError` if the
  ///   task is cancelled before the block runs; or a ``Failure``, as the completion of
  ///   ``writeAsync(_:onComplete:)`` receives it.
  @discardableResult
  public func asyncWrite<Result>(
    isolation: isolated (any Actor)? = #isolation, _ block: @escaping () throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    // Neither is set if the write is cancelled before its block runs.
    var (value, failure): (Result?, Failure?)
    let ended = Gate()
    let id = try writeAsync {
      value = try block()
    } onComplete: {
      failure = $0
      ended.open()
    }
    let handle = StoreHandle(self)
    await withTaskCancellationHandler {
      await ended.opened()
    } onCancel: {
      handle.perform { if $0.state.remove(id) != nil { ended.open() } }
    }
    if case .blockFailed(let error)? = failure { throw error }
    if let failure { throw failure }
    guard let value else { throw CancellationError() }
    return value
  }
}

extension ConfinedStore {
  func requestTurn() {
    guard changeSignal.hasLoop else { return }
    let handle = StoreHandle(self)
    // Keeps the actor alive until its queued writes have run.
    let actor = confinement.actor
    asyncWrites.request { request in
      withExtendedLifetime(actor) { handle.perform { $0.beginQueuedWrite(request) } }
    }
  }

  private func beginQueuedWrite(_ request: AsyncWrites.Request) {
    // A write that was begun meanwhile has taken the turn; its end requests another turn.
    guard !state.isInWrite else { return }
    var next: QueuedWrite?
    do throws(Failure) {
      // The turn may have passed to another store, because this thread did not take it in time.
      guard let write = try asyncWrites.take(request) else { return continueAfterWrite() }
      next = state.dequeue()
      guard next != nil else { return write.abandon() }
      state.begin(write)
      try prepareBegunWrite()
    } catch {
      (next ?? state.dequeue())?.onComplete?(error)
      return continueAfterWrite()
    }
    if let next { run(next) }
  }

  private func run(_ next: QueuedWrite) {
    state.beginBlock()
    do { try next.block() } catch {
      guard next.onComplete != nil else {
        fatalError("a block of writeAsync without a completion threw: \(error)")
      }
      if state.endBlock() == nil { cancelWrite(because: .cancelled) }
      return complete(next, error as? Failure ?? .blockFailed(error))
    }
    switch state.endBlock() {
    case nil:
      do throws(Failure) { try commitWrite(of: next) } catch { next.onComplete?(error) }
    case .committed: complete(next, nil)
    case .notStored(let reason): complete(next, reason)
    }
  }

  private func complete(_ write: QueuedWrite, _ failure: Failure?) {
    write.onComplete?(failure)
    continueAfterWrite()
  }

  /// Commits the open write on another thread; for this store it ends now.
  private func commitWrite(of queued: QueuedWrite) throws(Failure) {
    try checkAssignments()
    guard let (write, commit) = state.beginCommit(of: queued) else { throw .notInWriteTransaction }
    reading.beginEpoch()
    let (outcome, changeSignal) = (commit.outcome, changeSignal)
    let (handle, actor) = (StoreHandle(self), confinement.actor)
    file.writeThread.async {
      do throws(Failure) {
        try write.commit()
        write.file.signalOthers(than: changeSignal)
        outcome.fulfill(nil)
      } catch {
        outcome.fulfill(error)
      }
      withExtendedLifetime(actor) { handle.perform { $0.completeCommit() } }
    }
    continueAfterWrite()
  }

  /// Waits until the commit in progress has ended, and completes it.
  private func completeCommit() {
    // The end of the thread may have completed it.
    guard let done = state.endCommit() else { return }
    var failure = done.outcome.wait()
    if failure == nil, !state.isInWrite {
      do throws(Failure) { try didCommit(done.version) } catch { failure = error }
    }
    complete(done.write, failure)
  }
}

extension ConfinedStore {
  /// Completes the commit in progress, ends writes that other stores wait for, and releases objects
  /// that only this thread may release.
  func threadEnds() {
    changeSignal.end()
    if state.isInWrite { cancelWrite(because: .threadEnded) }
    completeCommit()
    asyncWrites.cancel()
    while let next = state.dequeue() { next.onComplete?(.threadEnded) }
    endObservations()
    reading.invalidate()
  }
}
