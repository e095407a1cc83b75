internal import Foundation

/// A named thread that runs tasks in the order in which they were added, until it is finished.
///
/// A task may add tasks. No lock is held while one runs.
public final class ConfinedThread: TaskLoop, @unchecked Sendable {
  // Unchecked because all that changes is reached while `condition` is locked only.
  private let condition = NSCondition()
  private var tasks: [@Sendable () -> Void] = []
  private var isFinishing = false
  private var hasEnded = false

  /// What ``PresentThread/name`` is inside its tasks.
  public let name: String

  /// Starts the thread.
  ///
  /// - Parameter name: its name.
  public init(name: String) {
    self.name = name
    let thread = Thread { [self] in run() }
    thread.name = name
    thread.start()
  }

  /// Adds a task, which runs after those added before.
  ///
  /// - Returns: false after ``finish()``; the task then never runs.
  public func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool { async(task) }

  /// Adds a task and returns at once.
  ///
  /// - Returns: false when the thread was finished, and the task will not run.
  @discardableResult
  public func async(_ task: @escaping @Sendable () -> Void) -> Bool {
    condition.lock()
    let isAccepted = !isFinishing
    if isAccepted { tasks.append(task) }
    condition.unlock()
    // Not while it is locked, or the thread would wake only to wait for the lock.
    if isAccepted { condition.signal() }
    return isAccepted
  }

  /// Runs a task on the thread and waits for it; on the thread itself, runs it at once.
  ///
  /// - Returns: what the task returned; nil when the thread was finished.
  /// - Throws: what the task throws.
  @discardableResult
  public func sync<Result: Sendable>(_ task: @escaping @Sendable () throws -> Result) throws
    -> Result?
  {
    if isPresent { return try task() }
    let exchange = Exchange<Result>()
    guard async({ exchange.put(Swift.Result { try task() }) }) else { return nil }
    return try exchange.take().get()
  }

  /// Lets the tasks that were added run, then ends the thread and waits for that. Called on the
  /// thread itself it does not wait.
  public func finish() {
    condition.lock()
    isFinishing = true
    condition.broadcast()
    let waits = !isPresent
    while waits, !hasEnded { condition.wait() }
    condition.unlock()
  }

  private var isPresent: Bool { ThreadIdentity.current.thread == ObjectIdentifier(self) }

  private func run() {
    PresentThread.takesTasks(from: WeakLoop(thread: self), name: name)
    ThreadIdentity.current.thread = ObjectIdentifier(self)
    var present: [@Sendable () -> Void] = []
    condition.lock()
    while true {
      while tasks.isEmpty, !isFinishing { condition.wait() }
      guard !tasks.isEmpty else { break }
      // Two lists in turns, so that neither is made anew.
      swap(&tasks, &present)
      condition.unlock()
      for task in present { task() }
      present.removeAll(keepingCapacity: true)
      condition.lock()
    }
    condition.unlock()
    PresentThread.endTasks()
    condition.lock()
    hasEnded = true
    condition.broadcast()
    condition.unlock()
  }
}

/// The thread's own loop without a cycle through its thread-local value.
private struct WeakLoop: TaskLoop {
  weak var thread: ConfinedThread?

  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool { thread?.enqueue(task) ?? false }
}

/// One value handed from one thread to another that waits for it.
private final class Exchange<Value>: @unchecked Sendable {
  // Unchecked because a semaphore stands between the one writing and the one reading.
  private let semaphore = DispatchSemaphore(value: 0)
  private var value: Result<Value, any Error>?

  func put(_ value: Result<Value, any Error>) {
    self.value = value
    semaphore.signal()
  }

  func take() -> Result<Value, any Error> {
    semaphore.wait()
    guard let value else { fatalError("signalled without a value") }
    return value
  }
}
