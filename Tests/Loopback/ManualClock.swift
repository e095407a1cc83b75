import Concurrency
import Foundation

/// A clock that stands still until it is advanced.
///
/// Sleepers wake when the time that they wait for has come, or when their task is cancelled.
public final class ManualClock: Clock, Sendable {
  /// Time since the clock was made.
  public struct Instant: InstantProtocol {
    /// Since the clock was made.
    public let offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (earlier: Instant, later: Instant) -> Bool {
      earlier.offset < later.offset
    }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [(deadline: Instant, gate: Gate)] = []
    var sleepCount = 0
    var waiting: [(count: Int, gate: Gate)] = []
  }

  private let state = Locked(State())

  /// A clock at zero.
  public init() {}

  /// What ``advance(by:)`` has added up to.
  public var now: Instant { state.withLock { $0.now } }

  /// Any duration can be told apart.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Moves on, and wakes the sleepers whose time has come.
  public func advance(by duration: Duration) {
    let awake = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      defer { state.sleepers.removeAll { $0.deadline <= now } }
      return state.sleepers.filter { $0.deadline <= now }.map(\.gate)
    }
    for gate in awake { gate.open() }
  }

  /// Returns when that many have gone to sleep since the clock was made.
  public func sleepers(_ count: Int) async {
    let gate = Gate()
    let isDone = state.withLock { state in
      if state.sleepCount < count { state.waiting.append((count, gate)) }
      return state.sleepCount >= count
    }
    if !isDone { await gate.passed() }
  }

  /// Returns when the clock has been advanced that far.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let gate = Gate()
    let (isDue, arrived) = state.withLock { state in
      let isDue = deadline <= state.now
      if !isDue { state.sleepers.append((deadline, gate)) }
      state.sleepCount += 1
      let count = state.sleepCount
      defer { state.waiting.removeAll { $0.count <= count } }
      return (isDue, state.waiting.filter { $0.count <= count }.map(\.gate))
    }
    for gate in arrived { gate.open() }
    if !isDue { await gate.passed() }
    try Task.checkCancellation()
  }
}
