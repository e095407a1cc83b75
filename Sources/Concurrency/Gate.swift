internal import Dispatch

/// A barrier that is opened once and stays open: tasks, threads and closures that arrive before
/// ``open()`` wait for it, so that a page or a test controls the order of events without a clock.
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var nextID = 0
    var waiting: [Waiter] = []
  }

  private struct Waiter {
    let id: Int
    let resume: @Sendable () -> Void
  }

  private let state = Locked(State())

  public init() {}

  /// Whether ``open()`` was called.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Opens the gate, if closed: resumes all waiters on the calling thread, in order of arrival.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      return exchange(&state.waiting, with: [])
    }
    for waiter in waiting { waiter.resume() }
  }

  /// Blocks the calling thread until the gate is open.
  @available(*, noasync, message: "use passed()")
  public func wait() {
    let isOpened = DispatchSemaphore(value: 0)
    whenOpen { isOpened.signal() }
    isOpened.wait()
  }

  /// Returns when the gate is open or the task is cancelled, and whether the gate is open.
  @discardableResult
  public func passed() async -> Bool {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(Waiter(id: id) { continuation.resume() })
        // If the cancellation handler ran before the waiter was added, it found nothing to cancel.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
    // Locks once more, so that everything before `open()` happens before the caller continues.
    return isOpen
  }

  /// Returns when the gate is open. Cancelling the task has no effect: a cleanup can use it.
  public func opened() async {
    await withCheckedContinuation { continuation in whenOpen { continuation.resume() } }
  }

  /// Calls the closure once: immediately if the gate is open, otherwise from ``open()``.
  public func whenOpen(_ resume: @escaping @Sendable () -> Void) {
    add(Waiter(id: 0, resume: resume))
  }

  private func add(_ waiter: Waiter) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(waiter) }
      return state.isOpen
    }
    if isOpen { waiter.resume() }
  }

  private func cancel(_ id: Int) {
    let waiter = state.withLock { state -> Waiter? in
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
      return state.waiting.remove(at: index)
    }
    waiter?.resume()
  }
}

/// A count that tasks can wait for.
public final class AwaitedCount: Sendable {
  private let state = Locked((count: 0, waiting: [(count: Int, gate: Gate)]()))

  public init() {}

  /// Adds one, and resumes the tasks that wait for the new count.
  public func increment() {
    let reached = state.withLock { state in
      state.count += 1
      let count = state.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }.map(\.gate)
    }
    for gate in reached { gate.open() }
  }

  /// Returns when the count has been reached, or when the task is cancelled.
  public func reached(_ count: Int) async {
    let gate = Gate()
    let isReached = state.withLock { state in
      if state.count < count { state.waiting.append((count, gate)) }
      return state.count >= count
    }
    if !isReached { await gate.passed() }
  }
}
