internal import Foundation

/// A connection of a pool; a class, so that an array can hold it.
final class PooledConnection {
  let connection: Connection

  init(_ connection: consuming Connection) { self.connection = connection }
}

/// The rules of a pool, without its lock: which threads are reading, which one is writing, and when
/// the file is replaced.
struct PoolState {
  enum Reader {
    case idle(PooledConnection)
    /// A new reader, which the caller must open.
    case toBeOpened
    /// The caller has the writer's turn, must open the writer, and then asks again.
    case afterWriter
  }

  let readerLimit: Int
  /// Nil until it is opened, and after the file was replaced.
  var writer: PooledConnection?
  var idleReaders: [PooledConnection] = []
  /// The number of times that the file was replaced.
  var generation = 0
  /// Whether a thread waits to replace the file; only the writing thread may then read.
  private var isReplacing = false
  private var readingThreads: Set<ObjectIdentifier> = []
  private var writingThread: ObjectIdentifier?

  init(readerLimit: Int) { self.readerLimit = readerLimit }

  /// - Returns: Nil while all readers are lent out, or the file is opened or replaced.
  mutating func takeReader() -> Reader? {
    let thread = ObjectIdentifier(Thread.current)
    if readingThreads.contains(thread) {
      fatalError(
        "A thread that reads from a DatabasePool reads from it again: pass the connection on")
    }
    guard !isReplacing || writingThread == thread else { return nil }
    guard writer != nil else {
      guard writingThread == nil else { return nil }
      writingThread = thread
      return .afterWriter
    }
    guard readingThreads.count < readerLimit else { return nil }
    readingThreads.insert(thread)
    return idleReaders.popLast().map { .idle($0) } ?? .toBeOpened
  }

  mutating func returnReader(_ reader: PooledConnection?) {
    readingThreads.remove(ObjectIdentifier(Thread.current))
    if let reader { idleReaders.append(reader) }
  }

  /// - Returns: The writer, `.some(nil)` if it must be opened; nil while another thread writes or
  ///   replaces the file.
  mutating func takeWriter() -> PooledConnection?? {
    let thread = ObjectIdentifier(Thread.current)
    if writingThread == thread {
      fatalError(
        "A thread that writes to a DatabasePool writes to it again: pass the connection on")
    }
    if readingThreads.contains(thread) {
      fatalError("A thread that reads from a DatabasePool writes to it: finish reading first")
    }
    guard writingThread == nil, !isReplacing else { return nil }
    writingThread = thread
    return .some(writer)
  }

  mutating func returnWriter() { writingThread = nil }

  /// Takes the writer's turn and all connections, which the caller releases outside the lock.
  ///
  /// - Returns: The connections; nil while one is used; `.some(nil)`, without the turn, if the file
  ///   was replaced since that generation.
  mutating func takeAll(since known: Int) -> [PooledConnection]?? {
    isReplacing = generation == known
    guard isReplacing else { return .some(nil) }
    guard readingThreads.isEmpty, writingThread == nil else { return nil }
    isReplacing = false
    writingThread = ObjectIdentifier(Thread.current)
    defer { (idleReaders, writer) = ([], nil) }
    return idleReaders + [writer].compactMap(\.self)
  }
}

/// A value that threads can wait on. Its rules decide under the lock; connections are opened and
/// closures run outside it.
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
