internal import Concurrency

/// The identifier of a queued write, with which it can be cancelled.
public struct AsyncWriteID: Hashable, Sendable {
  let number: Int
}

/// A queued write and its completion.
struct QueuedWrite {
  let id: AsyncWriteID
  let block: () throws -> Void
  let onComplete: ((ConfinedStore.Failure?) -> Void)?
  /// Called if the write is cancelled before it begins; nil if no task waits for the write.
  let onDrop: (() -> Void)?
}

/// A commit in progress on another thread.
struct AsyncCommit {
  let write: QueuedWrite
  /// The version that the commit creates.
  let version: Int64
  /// How it ended.
  let outcome = OneShot<ConfinedStore.Failure?>()
}

/// The rules of a store's writes, without its file: `(begin (suspend resume)* end)*`.
///
/// Queued writes run one after the other: `(block commit?)*`, where the commit is on another thread
/// and the next block waits for it. The store may begin writes of its own during such a commit.
///
/// The store asks, and then calls out itself: each function returns what has to be rolled back,
/// called or released.
struct StoreState {
  /// How a write has ended.
  enum End {
    case committed
    case notStored(ConfinedStore.Failure)
  }

  private enum Queue {
    case idle
    /// The block of a queued write runs; `end` is set once its write has ended.
    case running(number: Int, end: End?)
    case committing(AsyncCommit)
  }

  private var write: WriteTransaction?
  private var isSuspended = false
  /// Distinguishes one write from another.
  private(set) var writeNumber = 0
  /// The first error of setting a property in the open write, which then cannot be committed.
  private(set) var assignmentFailure: ConfinedStore.Failure?
  /// Set by a turn of the loop during a write: whether it followed another store's commit.
  private var postponedTurn: Bool?

  private var waiting: [QueuedWrite] = []
  private var queue = Queue.idle
  private var asyncCount = 0

  // MARK: The open write

  /// The open write; nil while it is suspended.
  var openWrite: WriteTransaction? { isSuspended ? nil : write }

  /// Whether a write is open or suspended.
  var isInWrite: Bool { write != nil }

  /// Whether the write with that number is open.
  func isOpen(_ number: Int) -> Bool { openWrite != nil && writeNumber == number }

  mutating func begin(_ write: WriteTransaction) {
    self.write = write
    isSuspended = false
    writeNumber += 1
    assignmentFailure = nil
  }

  /// Reads continue at the version before the write, until ``resume()``.
  mutating func suspend() { isSuspended = write != nil }

  /// Has no effect if the suspended write has ended meanwhile.
  mutating func resume() { isSuspended = false }

  /// Ends the open or suspended write.
  ///
  /// - Returns: The write, which the caller rolls back unless it is committed.
  mutating func endWrite(_ end: End) -> WriteTransaction? {
    if case .running(writeNumber, nil) = queue { queue = .running(number: writeNumber, end: end) }
    assignmentFailure = nil
    isSuspended = false
    return write.take()
  }

  mutating func assignmentFailed(_ failure: ConfinedStore.Failure) {
    assignmentFailure = assignmentFailure ?? failure
  }

  // MARK: Between writes

  /// - Returns: Whether a turn of the loop has to wait until the write has ended.
  mutating func postpones(turnAfterOthers: Bool) -> Bool {
    if isInWrite { postponedTurn = turnAfterOthers || postponedTurn == true }
    return isInWrite
  }

  /// The actions after the end of a write or a completion: a signal for the postponed turn of
  /// the loop, and then the request of the turn for the first queued write.
  mutating func next() -> (postponedTurn: Bool?, requestsTurn: Bool) {
    guard !isInWrite else { return (nil, false) }
    guard case .idle = queue else { return (postponedTurn.take(), false) }
    return (postponedTurn.take(), !waiting.isEmpty)
  }

  // MARK: Queued writes

  /// Whether a write is queued, running, or being committed on another thread.
  var hasAsyncWrites: Bool {
    if case .idle = queue { !waiting.isEmpty } else { true }
  }

  /// The version of the commit in progress.
  var committingVersion: Int64? {
    if case .committing(let commit) = queue { commit.version } else { nil }
  }

  mutating func enqueue(
    _ block: @escaping () throws -> Void, onComplete: ((ConfinedStore.Failure?) -> Void)?,
    onDrop: (() -> Void)?
  ) -> AsyncWriteID {
    asyncCount += 1
    let id = AsyncWriteID(number: asyncCount)
    waiting.append(QueuedWrite(id: id, block: block, onComplete: onComplete, onDrop: onDrop))
    return id
  }

  /// Removes the first queued write.
  mutating func dequeue() -> QueuedWrite? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Removes a queued write; nil if it has begun or ended.
  mutating func remove(_ id: AsyncWriteID) -> QueuedWrite? {
    waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0) }
  }

  /// Removes the queued writes. The caller releases them after the state has changed, because their
  /// captures may use the store.
  mutating func dropQueuedWrites() -> [QueuedWrite] {
    defer { waiting = [] }
    return waiting
  }

  /// The block of a queued write begins in the open write.
  mutating func beginBlock() { queue = .running(number: writeNumber, end: nil) }

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

  /// Takes the commit in progress, which the caller completes.
  mutating func endCommit() -> AsyncCommit? {
    guard case .committing(let commit) = queue else { return nil }
    queue = .idle
    return commit
  }
}
