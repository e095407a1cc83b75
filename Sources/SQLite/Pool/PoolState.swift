internal import Foundation

/// A connection of a pool; a class, so that an array can hold it.
final class PooledConnection {
  let connection: Connection

  init(_ connection: consuming Connection) { self.connection = connection }
}

/// The rules of a pool, without its lock: which threads are reading and which one is writing.
struct PoolState {
  enum Reader {
    case idle(PooledConnection)
    /// A new reader, which the caller must open.
    case toBeOpened
  }

  let writer: PooledConnection
  let readerLimit: Int
  var idleReaders: [PooledConnection] = []
  private var readingThreads: Set<ObjectIdentifier> = []
  private var writingThread: ObjectIdentifier?

  init(writer: PooledConnection, readerLimit: Int) {
    self.writer = writer
    self.readerLimit = readerLimit
  }

  /// - Returns: Nil while all readers are lent out.
  mutating func takeReader() -> Reader? {
    let thread = ObjectIdentifier(Thread.current)
    if readingThreads.contains(thread) {
      fatalError(
        "A thread that reads from a DatabasePool reads from it again: pass the connection on")
    }
    guard readingThreads.count < readerLimit else { return nil }
    readingThreads.insert(thread)
    return idleReaders.popLast().map { .idle($0) } ?? .toBeOpened
  }

  /// - Parameter reader: Nil if it could not be opened.
  mutating func returnReader(_ reader: PooledConnection?) {
    readingThreads.remove(ObjectIdentifier(Thread.current))
    if let reader { idleReaders.append(reader) }
  }

  /// - Returns: Nil while another thread writes.
  mutating func takeWriter() -> PooledConnection? {
    let thread = ObjectIdentifier(Thread.current)
    if writingThread == thread {
      fatalError(
        "A thread that writes to a DatabasePool writes to it again: pass the connection on")
    }
    if readingThreads.contains(thread) {
      fatalError("A thread that reads from a DatabasePool writes to it: finish reading first")
    }
    guard writingThread == nil else { return nil }
    writingThread = thread
    return writer
  }

  mutating func returnWriter() { writingThread = nil }
}

/// A value for whose changes threads wait. Its rules decide under the lock; connections are opened
/// and closures run outside it.
final class Monitor<State>: @unchecked Sendable {
  // Unchecked because `state` is accessed only under `condition`.
  private let condition = NSCondition()
  private var state: State

  init(_ state: State) { self.state = state }

  /// Waits until `take` returns a value.
  func wait<Taken>(for take: (inout State) -> Taken?) -> Taken {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let taken = take(&state) { return taken }
      condition.wait()
    }
  }

  /// Changes the state and resumes the waiting threads.
  @discardableResult
  func change<Result>(_ change: (inout State) -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    condition.broadcast()
    return change(&state)
  }
}
