internal import Concurrency

/// Names a write that was queued, to cancel it.
public struct AsyncWriteID: Hashable, Sendable {
  let number: Int
}

/// A write that waits, and what happens when it is committed.
struct QueuedWrite {
  let id: AsyncWriteID
  let block: () throws -> Void
  /// Whether the end of the block commits.
  let commitsAtEnd: Bool
  let onComplete: ((ConfinedStore.Failure?) -> Void)?
  /// Called when it is cancelled before it began.
  let onDrop: (() -> Void)?
}

/// A commit that is under way on another thread.
struct AsyncCommit {
  let id: AsyncWriteID
  /// The version that it makes.
  let number: Int64
  /// Whether invalidating the store drops what follows; not where a task waits for it.
  let isDroppable: Bool
  var onComplete: ((ConfinedStore.Failure?) -> Void)?
  /// How it ended.
  let outcome = OneShot<ConfinedStore.Failure?>()
}

extension ConfinedStore {
  /// Queues a write and returns at once: when it is this store's turn, the block runs in the write where the store is
  /// confined; the commit happens on another thread.
  ///
  /// Until it is committed, the store sees what was before. Blocks run in the order queued. An error thrown in the block
  /// cancels all that was done in it and goes to `onComplete`; without one it ends the process.
  /// A write that has not begun when the store's thread ends does not run; its completion receives
  /// ``Failure/threadEnded``.
  ///
  /// - Parameters:
  ///   - block: what is done in the write.
  ///   - onComplete: called where the store is confined, after the commit or where there is none, with what went wrong.
  /// - Returns: what cancels it, as long as it has not begun.
  /// - Throws: ``Failure/noLoop``.
  @discardableResult
  public func writeAsync(
    _ block: @escaping () throws -> Void, onComplete: ((Failure?) -> Void)? = nil
  ) throws(Failure) -> AsyncWriteID {
    try queue(block, commitsAtEnd: true, onComplete: onComplete)
  }

  /// Queues a write that is rolled back unless the block commits it, with ``commitAsyncWrite(_:)`` or `commitWrite`.
  /// A write that cannot begin, because the disk refuses for instance, is dropped with its block. An error thrown in the
  /// block ends the process, since nothing could receive it.
  ///
  /// - Returns: what cancels it, as long as it has not begun.
  /// - Throws: ``Failure/noLoop``.
  @discardableResult
  public func beginAsyncWrite(_ block: @escaping () throws -> Void) throws(Failure) -> AsyncWriteID
  {
    try queue(block, commitsAtEnd: false)
  }

  /// Commits the open write on another thread. The write has ended for this store when this returns.
  ///
  /// - Parameter onComplete: called where the store is confined, after the commit, with what went wrong.
  /// - Returns: what drops `onComplete`; the commit goes on.
  /// - Throws: ``Failure/notInWriteTransaction``, ``Failure/noLoop``.
  @discardableResult
  public func commitAsyncWrite(
    _ onComplete: ((Failure?) -> Void)? = nil
  ) throws(Failure) -> AsyncWriteID {
    try commitOpenWrite(isDroppable: true, onComplete)
  }

  /// Cancels a queued write, which then never runs; of a commit that has begun, drops what follows it.
  public func cancelAsyncWrite(_ id: AsyncWriteID) {
    check()
    let dropped = queuedWrites.filter { $0.id == id }
    queuedWrites.removeAll { $0.id == id }
    for write in dropped { write.onDrop?() }
    dropCompletions { $0.id == id }
  }

  /// Whether a write is queued, or its commit is under way.
  public var isPerformingAsynchronousWriteOperations: Bool {
    check()
    return !queuedWrites.isEmpty || !commits.isEmpty || isRunningAsyncBlock
  }
}
