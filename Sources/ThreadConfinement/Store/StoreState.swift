internal import Concurrency

/// The identifier of a queued write, with which it can be cancelled.
public struct AsyncWriteID: Hashable, Sendable {
  let number: Int
}

struct QueuedWrite {
  let id: AsyncWriteID
  let block: () throws -> Void
  let onComplete: ((ConfinedStore.Failure?) -> Void)?
}

struct AsyncCommit {
  let write: QueuedWrite
  let version: Int64
  let outcome = OneShot<ConfinedStore.Failure?>()
}

/// The rules of a store's writes, without its file: `(begin (suspend resume)* end)*`. Each function
/// returns what the store then has to roll back, call or release.
///
/// Queued writes run one after the other: `(block commit?)*`. The commit is on another thread; the
/// next block waits for it, and writes of the store's own do not.
struct StoreState {
  enum End {
    case committed
    case notStored(ConfinedStore.Failure)
  }

  private enum Queue {
    case idle
    /// The block of a queued write runs; `end` is set once its write has ended.
    case running(WriteTransaction?, end: End?)
    case committing(AsyncCommit)
  }

  private var write: WriteTransaction?
  private var isSuspended = false
  /// The first error of setting a property in the open write, which then cannot be committed.
  private(set) var assignmentFailure: ConfinedStore.Failure?
  /// Nil unless a write postponed a turn; then, whether that turn followed another store's commit.
  private var postponedTurn: Bool?

  private var waiting: [QueuedWrite] = []
  private var queue = Queue.idle
  private var asyncCount = 0

  var openWrite: WriteTransaction? { isSuspended ? nil : write }

  var isInWrite: Bool { write != nil }

  func isOpen(_ begun: WriteTransaction?) -> Bool { begun != nil && openWrite === begun }

  mutating func begin(_ write: WriteTransaction) { self.write = write }

  /// Reads continue at the version before the write, until ``resume()``.
  mutating func suspend() { isSuspended = write != nil }

  /// Has no effect if the suspended write has ended meanwhile.
  mutating func resume() { isSuspended = false }

  /// Ends the open or suspended write, which the caller rolls back unless it is committed.
  mutating func endWrite(_ end: End) -> WriteTransaction? {
    if case .running(let running, nil) = queue, running === write {
      queue = .running(write, end: end)
    }
    assignmentFailure = nil
    isSuspended = false
    return write.take()
  }

  mutating func assignmentFailed(_ failure: ConfinedStore.Failure) {
    assignmentFailure = assignmentFailure ?? failure
  }

  /// - Returns: Whether a turn of the loop has to wait until the write has ended.
  mutating func postpones(turnAfterOthers: Bool) -> Bool {
    if isInWrite { postponedTurn = turnAfterOthers || postponedTurn == true }
    return isInWrite
  }

  /// After the end of a write or a completion: the postponed turn to signal, and whether to request
  /// the turn for the first queued write.
  mutating func next() -> (postponedTurn: Bool?, requestsTurn: Bool) {
    guard !isInWrite else { return (nil, false) }
    let isIdle = if case .idle = queue { true } else { false }
    return (postponedTurn.take(), isIdle && !waiting.isEmpty)
  }

  var hasAsyncWrites: Bool {
    if case .idle = queue { !waiting.isEmpty } else { true }
  }

  mutating func enqueue(
    _ block: @escaping () throws -> Void, onComplete: ((ConfinedStore.Failure?) -> Void)?
  ) -> AsyncWriteID {
    asyncCount += 1
    let id = AsyncWriteID(number: asyncCount)
    waiting.append(QueuedWrite(id: id, block: block, onComplete: onComplete))
    return id
  }

  mutating func dequeue() -> QueuedWrite? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Removes a queued write; nil if it has begun or ended.
  mutating func remove(_ id: AsyncWriteID) -> QueuedWrite? {
    waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0) }
  }

  /// Removes the queued writes, which the caller releases: their captures may use the store.
  mutating func dropQueuedWrites() -> [QueuedWrite] { exchange(&waiting, with: []) }

  mutating func beginBlock() { queue = .running(write, end: nil) }

  /// - Returns: How the block's write has ended; nil if it is open.
  mutating func endBlock() -> End? {
    guard case .running(_, let end) = queue else { return nil }
    queue = .idle
    return end
  }

  /// Ends the open write by a commit on another thread. Nil if no write is open.
  mutating func beginCommit(of queued: QueuedWrite) -> (WriteTransaction, AsyncCommit)? {
    guard let write = endWrite(.committed) else { return nil }
    let commit = AsyncCommit(write: queued, version: write.version)
    queue = .committing(commit)
    return (write, commit)
  }

  mutating func endCommit() -> AsyncCommit? {
    guard case .committing(let commit) = queue else { return nil }
    queue = .idle
    return commit
  }
}
