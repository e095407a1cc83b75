import Concurrency

/// A clock whose time changes only when a test advances it.
///
/// A sleeping task wakes at its deadline, or when it is cancelled.
public final class ManualClock: Clock, Sendable {
  /// A time since the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The duration since the creation of the clock.
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
  }

  private let state = Locked(State())
  private let sleeps = AwaitedCount()

  /// Creates a clock at zero.
  public init() {}

  /// The sum of all calls of ``advance(by:)``.
  public var now: Instant { state.withLock { $0.now } }

  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Advances the clock and wakes the tasks whose deadline has passed.
  public func advance(by duration: Duration) {
    let awake = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      defer { state.sleepers.removeAll { $0.deadline <= now } }
      return state.sleepers.filter { $0.deadline <= now }.map(\.gate)
    }
    for gate in awake { gate.open() }
  }

  /// Waits until there have been this many calls of ``sleep(until:tolerance:)``.
  public func sleepers(_ count: Int) async { await sleeps.reached(count) }

  /// Waits until the clock has been advanced to the deadline.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let gate = Gate()
    let isDue = state.withLock { state in
      let isDue = deadline <= state.now
      if !isDue { state.sleepers.append((deadline, gate)) }
      return isDue
    }
    sleeps.increment()
    if !isDue { await gate.passed() }
    try Task.checkCancellation()
  }
}
