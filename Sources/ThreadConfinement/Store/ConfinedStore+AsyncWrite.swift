internal import Concurrency

extension ConfinedStore {
  /// Queues a write and returns at once. When the store gets its turn, the block runs in the write
  /// where the store is confined; the commit runs on another thread.
  ///
  /// The store stays at the version before the write until the commit, and is then at the commit's
  /// version or a later one. Blocks run in the order in which they were queued. An error thrown in
  /// the block rolls back its changes and is passed to `onComplete`; without a completion it traps.
  /// If the store's thread ends first, the block does not run and the completion receives
  /// ``Failure/threadEnded``. If the block ends its write itself, the completion receives
  /// ``Failure/cancelled`` or ``Failure/invalidated`` unless it committed.
  ///
  /// - Parameters:
  ///   - block: Makes the changes.
  ///   - onComplete: Called where the store is confined, with the error, if any, after the commit
  ///     or in its place. Only after ``Failure/observerFailedAfterCommit(_:)`` are the changes
  ///     stored all the same.
  /// - Returns: The identifier with which the write can be cancelled until it begins.
  /// - Throws: ``Failure/noLoop``.
  @discardableResult
  public func writeAsync(
    _ block: @escaping () throws -> Void, onComplete: ((Failure?) -> Void)? = nil
  ) throws(Failure) -> AsyncWriteID {
    try queue(block, onComplete: onComplete)
  }

  /// Cancels a queued write, which then never runs. Has no effect once it has begun.
  public func cancelAsyncWrite(_ id: AsyncWriteID) {
    check()
    state.remove(id)?.onDrop?()
  }

  /// Whether a write is queued, running, or being committed on another thread.
  package var hasAsyncWrites: Bool {
    check()
    return state.hasAsyncWrites
  }
}

extension ConfinedStore {
  /// Waits for the store's turn without blocking the actor, runs the block in a write on the actor,
  /// and commits on another thread.
  ///
  /// - Parameters:
  ///   - isolation: The actor that the store is confined to.
  ///   - block: Makes the changes.
  /// - Returns: The block's result.
  /// - Throws: The block's error, after its changes were rolled back; `CancellationError` if the
  ///   task is cancelled or the store invalidated before the block runs; or a ``Failure``, as the
  ///   completion of ``writeAsync(_:onComplete:)`` receives it.
  @discardableResult
  public func asyncWrite<Result>(
    isolation: isolated (any Actor)? = #isolation, _ block: @escaping () throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let outcome = Outcome<Result>()
    let ended = Gate()
    let id = try queue(
      {
        do { outcome.result = .success(try block()) } catch {
          outcome.result = .failure(error)
          throw error
        }
      },
      onComplete: { failure in
        if case .failure = outcome.result {
        } else if let failure {
          outcome.result = .failure(failure)
        }
        ended.open()
      },
      onDrop: { ended.open() })
    let handle = StoreHandle(self)
    await withTaskCancellationHandler {
      await ended.opened()
    } onCancel: {
      handle.perform { $0.cancelAsyncWrite(id) }
    }
    guard let result = outcome.result else { throw CancellationError() }
    return try result.get()
  }
}

/// The result of a block.
private final class Outcome<Value> {
  var result: Result<Value, any Error>?
}
