internal import Concurrency

/// One handler, its place among the others, and what it has yet to hear.
final class Observer<Value: Sendable>: Sendable {
  typealias Handler = @Sendable (Change<Value>) -> Void

  private struct State {
    var isActive = true
    /// While its handler is told the first value, what happens meanwhile waits here.
    var isJoining: Bool
    var missed: [Change<Value>] = []

    mutating func takeMissed() -> [Change<Value>] {
      defer { missed = [] }
      isJoining = isActive && !missed.isEmpty
      return missed
    }
  }

  private let handler: Handler
  private let state: Locked<State>

  init(isJoining: Bool = false, _ handler: @escaping Handler) {
    self.handler = handler
    state = Locked(State(isJoining: isJoining))
  }

  /// Calls the handler, unless it has ended or is still joining.
  func hear(_ change: Change<Value>) {
    let isReady = state.withLock { state in
      if state.isActive && state.isJoining { state.missed.append(change) }
      return state.isActive && !state.isJoining
    }
    if isReady { handler(change) }
  }

  /// Tells what happened while it joined; from then on it hears what the others hear.
  func catchUp() {
    while true {
      let changes = state.withLock { $0.takeMissed() }
      guard !changes.isEmpty else { return }
      for change in changes where state.withLock({ $0.isActive }) { handler(change) }
    }
  }

  func end() { state.withLock { $0.isActive = false } }
}
