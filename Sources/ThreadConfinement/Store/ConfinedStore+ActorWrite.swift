internal import Concurrency

extension ConfinedStore {
  /// Waits for the turn to write without blocking the actor, runs the block in the write on the
  /// actor, and commits on another thread.
  ///
  /// - Parameters:
  ///   - isolation: the actor that the store is confined to.
  ///   - block: what is done in the write.
  /// - Returns: what the block returns.
  /// - Throws: what the block throws, after all that was done in it was cancelled; `CancellationError` if the task is cancelled or the store invalidated before the block runs; or a ``Failure``.
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
          if self.transaction != nil { self.cancelOpenWrite() }
        }
      },
      commitsAtEnd: true,
      onComplete: { failure in
        if let failure { outcome.result = .failure(failure) }
        ended.open()
      },
      onDrop: { ended.open() })
    let handle = StoreHandle(self)
    await withTaskCancellationHandler {
      // In a task of its own, because waiting ends at once in one that is cancelled.
      _ = await Task { await ended.passed() }.value
    } onCancel: {
      handle.handBack { $0.cancelAsyncWrite(id) }
    }
    guard let result = outcome.result else { throw CancellationError() }
    return try result.get()
  }
}

/// What a block returned or threw.
private final class Outcome<Value> {
  var result: Result<Value, any Error>?
}
