internal import Concurrency

/// Holds something back until somebody opens it; stays open from then on.
///
/// With gates a page or a test decides in which order answers arrive, and no clock is involved.
/// Usable from any thread.
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())

  /// A closed gate.
  public init() {}

  /// Lets through whatever waits, on the calling thread and in the order in which it came.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for pass in waiting { pass() }
  }

  /// Returns when the gate is open, or when the task is cancelled.
  public func passed() async {
    let (passing, pass) = AsyncStream.makeStream(of: Void.self)
    whenOpen { pass.finish() }
    for await _ in passing {}
  }

  /// Calls the closure once: now if the gate is open, else from ``open()``.
  public func whenOpen(_ pass: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(pass) }
      return state.isOpen
    }
    if isOpen { pass() }
  }
}
