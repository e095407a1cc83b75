import Concurrency
import Exercising

/// Sends each value to all streams. Each reader has its own stream.
final class Broadcast: BroadcastRequirements {
  private struct State {
    var streams: [Int: AsyncStream<Int>.Continuation] = [:]
    var lastID = 0
    var isFinished = false
  }

  private let limit: Int
  private let state = Locked(State())

  init(keeping limit: Int) {
    self.limit = limit
  }

  deinit { finish() }

  var streamCount: Int { state.withLock { $0.streams.count } }

  func values() -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: .bufferingNewest(limit))
    let id = state.withLock { state -> Int? in
      if state.isFinished { return nil }
      state.lastID += 1
      state.streams[state.lastID] = continuation
      return state.lastID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  func send(_ value: Int) {
    let streams = state.withLock { $0.streams }
    for stream in streams.values { stream.yield(value) }
  }

  func finish() {
    // Ended outside the lock, because the end of a stream calls `remove`.
    let streams = state.withLock { state in
      state.isFinished = true
      defer { state.streams = [:] }
      return state.streams
    }
    for stream in streams.values { stream.finish() }
  }

  private func remove(_ id: Int) {
    state.withLock { _ = $0.streams.removeValue(forKey: id) }
  }
}
