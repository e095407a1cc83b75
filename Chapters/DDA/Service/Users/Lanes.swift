internal import Concurrency

/// Work for each of many users: that of one user one after the other, in the order of coming, that of
/// several at the same time.
final class Lanes: Sendable {
  private struct State {
    var last: [Int64: (number: Int, work: Task<Void, Never>)] = [:]
    var number = 0
  }

  private let state = Locked(State())

  /// Puts work at the end of a user's lane.
  func add(_ id: Int64, _ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      state.number += 1
      let (number, former) = (state.number, state.last[id]?.work)
      let task = Task { [self] in
        await former?.value
        await work()
        leave(id, number)
      }
      state.last[id] = (number, task)
    }
  }

  /// An empty lane is closed.
  private func leave(_ id: Int64, _ number: Int) {
    state.withLock { state in
      if state.last[id]?.number == number { state.last[id] = nil }
    }
  }
}

extension Lanes {
  /// Puts work at the end of a user's lane and waits for its result.
  func result<Result: Sendable>(
    _ id: Int64, _ work: @escaping @Sendable () async -> Result?
  ) async -> Result? {
    let (results, result) = AsyncStream.makeStream(of: Result.self)
    add(id) {
      if let done = await work() { result.yield(done) }
      result.finish()
    }
    for await result in results { return result }
    return nil
  }
}
