internal import Dispatch

/// A barrier that is opened once and stays open.
///
/// Tasks, threads and closures that arrive before ``open()`` continue when it is called; later ones
/// continue at once. With gates a page or a test decides the order of events without a clock.
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

  /// Creates a closed gate.
  public init() {}

  /// Whether ``open()`` was called.
  public var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Opens the gate: on the calling thread, resumes all that wait, in the order in which they
  /// arrived.
  ///
  /// A second call has no effect.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
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

  /// Returns when the gate is open, or when the task is cancelled.
  ///
  /// - Returns: whether the gate is open.
  @discardableResult
  public func passed() async -> Bool {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(Waiter(id: id) { continuation.resume() })
        // The handler has found no waiter if it ran before this one was added.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
    // Under the lock once more, which orders what precedes `open()` before what follows here.
    return isOpen
  }

  /// Returns when the gate is open; cancellation of the task has no effect.
  func opened() async {
    await withCheckedContinuation { continuation in whenOpen { continuation.resume() } }
  }

  /// Calls the closure once: at once if the gate is open, otherwise from ``open()``.
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
