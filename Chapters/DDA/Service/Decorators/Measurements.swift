internal import Concurrency

/// How often each function of a service was called, and how long its calls took.
package final class Measurements: Sendable {
  /// The calls of one function.
  package struct Calls: Equatable, Sendable {
    /// How many have ended.
    package fileprivate(set) var count = 0
    /// How long they took together.
    package fileprivate(set) var duration = Duration.zero
  }

  private let calls = Locked<[String: Calls]>([:])
  private let clock: any Clock<Duration>

  /// - Parameter clock: what measures the time.
  package init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

  /// The calls of a function by its name, `loadAll`.
  package func calls(of function: String) -> Calls {
    calls.withLock { $0[function, default: Calls()] }
  }

  /// A call begins.
  ///
  /// - Returns: what has to be called when it ends.
  func begin(_ function: String) -> @Sendable () -> Void { begin(function, on: clock) }

  private func begin<Ticking: Clock>(
    _ function: String, on clock: Ticking
  ) -> @Sendable () -> Void where Ticking.Duration == Duration {
    let start = clock.now
    return { [calls] in
      let duration = start.duration(to: clock.now)
      calls.withLock {
        $0[function, default: Calls()].count += 1
        $0[function, default: Calls()].duration += duration
      }
    }
  }
}
