internal import Foundation

/// One or more threads that run tasks from one FIFO queue until the pool is finished or released;
/// the tasks already added still run.
///
/// A task may add tasks. No lock is held while a task runs, and the thread releases the task's
/// closure before it takes the next one. On Darwin each task has its own autorelease pool.
public final class ThreadPool: Sendable {
  private let queue: TaskQueue
  private let threads: [JoinableThread]

  /// Starts `count` threads; traps if the system cannot. Calls `onEnd` on each after its last task.
  public init(name: String, count: Int = 1, onEnd: @escaping @Sendable () -> Void = {}) {
    guard count > 0 else { fatalError("ThreadPool \(name): \(count) threads cannot run a task") }
    let queue = TaskQueue(name: name, threadCount: count)
    self.queue = queue
    threads = (0..<count).map { _ in
      JoinableThread.start(name: name) { queue.run(onEnd: onEnd) }
    }
  }

  deinit { finish() }

  public var name: String { queue.name }

  /// The name of the pool that owns the current thread; nil if no pool does.
  ///
  /// Unlike `Thread.name`, it is not truncated to 15 bytes on Linux.
  public static var currentName: String? { TaskQueue.current?.name }

  /// Whether the caller runs in a task of the pool or in its `onEnd`.
  public var isCurrent: Bool { TaskQueue.current === queue }

  /// Adds a task and returns at once; false if the pool is finished, and the task does not run. Its
  /// captures are released on the thread that ran it, unless the caller keeps a reference.
  @discardableResult
  public func async(_ task: consuming @escaping @Sendable () -> Void) -> Bool {
    queue.add(consume task)
  }

  /// Runs a task on one of the threads and waits for it; on one of the pool's own threads,
  /// immediately. The task's captures may be released on either thread. The result is nil if the
  /// pool is finished and the task did not run.
  @available(*, noasync, message: "use result(_:)")
  public func sync<Result: Sendable, Failure: Error>(
    _ task: @escaping @Sendable () throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    if isCurrent { return try task() }
    let outcome = Locked<Swift.Result<Result, Failure>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    let isAccepted = async {
      // Moved, not copied: a reference left on this thread could be released after the caller's.
      var result: Swift.Result<Result, Failure>? = Swift.Result(catching: task)
      outcome.withLock { swap(&$0, &result) }
      isDone.signal()
    }
    guard isAccepted else { return nil }
    isDone.wait()
    return try outcome.withLock { $0.take() }?.get()
  }

  /// Runs a task that may block, such as disk access, on one of the threads, and suspends the
  /// caller until it returns, even if the caller is cancelled. Traps if the pool is finished.
  public func result<Result: Sendable, Failure: Error>(
    _ task: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result = OneShot<Swift.Result<Result, Failure>>()
    guard async({ result.fulfill(Swift.Result(catching: task)) }) else {
      fatalError("ThreadPool \(name): result(_:) was called on a finished pool")
    }
    return try await result.value.get()
  }

  /// Refuses further tasks and returns at once. The threads end after the tasks already added. A
  /// second call has no effect.
  public func finish() { queue.finish() }

  /// Blocks the calling thread until the pool is finished and all its threads have ended, including
  /// the destructors of their thread-local values. On one of the pool's own threads, even in such a
  /// destructor, it returns at once.
  @available(*, noasync, message: "it blocks the thread")
  public func join() {
    guard !threads.contains(where: \.isCurrent) else { return }
    for thread in threads { thread.join() }
  }

  /// Suspends the caller until the pool is finished and its threads have ended, even if the
  /// caller's task is cancelled. Do not await it in a pool task, which would wait for itself.
  public func joined() async {
    for thread in threads { await thread.joined() }
  }
}

/// The task queue of a pool. The threads retain it instead of the pool.
private final class TaskQueue: Sendable {
  private struct State {
    var tasks = FIFO<Task>()
    var isFinished = false
  }

  private struct Task {
    let run: @Sendable () -> Void
  }

  let name: String
  private let threadCount: Int
  private let state = Locked(State())
  /// Signalled once for each added task, and once for each thread when the pool is finished.
  private let available = DispatchSemaphore(value: 0)

  init(name: String, threadCount: Int) {
    self.name = name
    self.threadCount = threadCount
  }

  func add(_ task: consuming @escaping @Sendable () -> Void) -> Bool {
    // Moved, not copied: a reference left here could be released after the task has run.
    var added: Task? = Task(run: consume task)
    let isAccepted = state.withLock { state in
      if !state.isFinished, let task = added.take() { state.tasks.append(task) }
      return !state.isFinished
    }
    if isAccepted { available.signal() }
    return isAccepted
  }

  func finish() {
    let isFirst = !state.withLock { exchange(&$0.isFinished, with: true) }
    if isFirst { for _ in 0..<threadCount { available.signal() } }
  }

  func run(onEnd: () -> Void) {
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    while withAutoreleasePool(runNext) {}
    withAutoreleasePool(onEnd)
    pthread_setspecific(Self.key, nil)
  }

  /// Waits for a task and runs it. False if the pool is finished and its queue is empty.
  private func runNext() -> Bool {
    available.wait()
    guard let task = state.withLock({ $0.tasks.popFirst() }) else { return false }
    task.run()
    return true
  }

  /// The queue from which the current thread takes its tasks.
  static var current: TaskQueue? {
    pthread_getspecific(key).map { Unmanaged<TaskQueue>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else {
      fatalError("the system has no thread-local key left")
    }
    return key
  }()
}

private func withAutoreleasePool<Result>(_ body: () -> Result) -> Result {
  #if canImport(Darwin)
    autoreleasepool(invoking: body)
  #else
    body()
  #endif
}
