internal import Concurrency

/// A number that tasks increment in two steps. The sum is right only if the tasks run serially.
final class Tally: Sendable {
  private struct State {
    var sum = 0
    var isInOrder = true
    var next: [Int]
  }

  private let state: Locked<State>

  init(callers: Int) {
    state = Locked(State(next: Array(repeating: 0, count: callers)))
  }

  var sum: Int { state.withLock { $0.sum } }
  var isInOrder: Bool { state.withLock { $0.isInOrder } }

  func count(_ task: Int, of caller: Int) {
    // Read and written in two critical sections, so that concurrent tasks lose increments.
    let seen = sum
    state.withLock { state in
      if state.next[caller] != task { state.isInOrder = false }
      state.next[caller] = task + 1
      state.sum = seen + 1
    }
  }
}
