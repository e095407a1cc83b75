internal import Foundation

/// One or several threads of one name that take tasks from one queue, in order, until they are finished.
///
/// A task may add tasks. No lock is held while one runs.
final class ThreadCrew: @unchecked Sendable {
  // Unchecked because all that changes is reached while `condition` is locked only.
  private let condition = NSCondition()
  private var queue = TaskQueue()
  private var isFinishing = false
  private var runningCount: Int
  let name: String

  /// Starts the threads, which live until the crew is finished or dismissed.
  init(name: String, count: Int) {
    self.name = name
    runningCount = count
    for _ in 0..<count {
      let thread = Thread { [self] in Seat.take(name: name, crew: self, while: run) }
      thread.name = name
      thread.start()
    }
  }

  /// Whether the present thread is one of them.
  var isPresent: Bool { Seat.present?.belongs(to: self) ?? false }

  /// Adds a task and returns at once.
  ///
  /// - Returns: false when the crew was finished, and the task will not run.
  @discardableResult
  func async(_ task: @escaping @Sendable () -> Void) -> Bool {
    guard add(task) else { return false }
    // After unlocking, so that who wakes up need not wait once more for the lock.
    condition.signal()
    return true
  }

  private func add(_ task: @escaping @Sendable () -> Void) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !isFinishing else { return false }
    queue.append(task)
    return true
  }

  /// Runs a task on one of the threads and waits for it.
  ///
  /// - Returns: what the task returned; nil when the crew was finished.
  func sync<Result: Sendable>(_ task: @escaping @Sendable () -> Result) -> Result? {
    let exchange = Exchange<Result>()
    guard async({ exchange.put(task()) }) else { return nil }
    return exchange.take()
  }

  /// Lets the tasks that were added run, and this one after them; takes no more, and does not wait.
  func dismiss(after lastTask: (@Sendable () -> Void)? = nil) {
    condition.lock()
    defer { condition.unlock() }
    guard !isFinishing else { return }
    if let lastTask { queue.append(lastTask) }
    isFinishing = true
    condition.broadcast()
  }

  /// Waits until the threads have ended; they must have been dismissed by somebody.
  func join() {
    condition.lock()
    defer { condition.unlock() }
    while runningCount > 0 { condition.wait() }
  }

  private func run() {
    while let task = next() { task() }
    Seat.present?.connection = nil
    condition.lock()
    runningCount -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// - Returns: nil when there will be no more.
  private func next() -> (@Sendable () -> Void)? {
    condition.lock()
    defer { condition.unlock() }
    while queue.isEmpty, !isFinishing { condition.wait() }
    return queue.removeFirst()
  }
}

/// Tasks in the order in which they came; taking one costs the same however many wait.
private struct TaskQueue {
  private struct Task {
    let run: @Sendable () -> Void
  }

  private var arriving: [Task] = []
  /// Last one first.
  private var leaving: [Task] = []

  var isEmpty: Bool { arriving.isEmpty && leaving.isEmpty }

  mutating func append(_ task: @escaping @Sendable () -> Void) { arriving.append(Task(run: task)) }

  mutating func removeFirst() -> (@Sendable () -> Void)? {
    if leaving.isEmpty {
      leaving = arriving.reversed()
      arriving.removeAll(keepingCapacity: true)
    }
    return leaving.popLast()?.run
  }
}

/// One value handed from one thread to another that waits for it.
private final class Exchange<Value: Sendable>: @unchecked Sendable {
  // Unchecked because a semaphore stands between the one writing and the one reading.
  private let isThere = DispatchSemaphore(value: 0)
  private var value: Value?

  func put(_ value: consuming Value) {
    self.value = consume value
    isThere.signal()
  }

  func take() -> Value {
    isThere.wait()
    guard let value else { fatalError("signalled without a value") }
    // The giving thread may keep this for a moment; what was given must not live on with it.
    self.value = nil
    return value
  }
}
