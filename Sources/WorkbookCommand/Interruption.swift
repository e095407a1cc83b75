internal import Concurrency
internal import Dispatch
internal import Foundation

/// Ctrl-C, or an end that the system asks for: what runs is ended in order, and only then the program.
final class Interruption: Sendable {
  /// What has to be done first; held in a struct because it is read more than once.
  private struct Duty {
    let end: @Sendable () -> Void
  }

  private struct State {
    var signal: Int32?
    var duty: Duty?
  }

  private let state = Locked(State())
  /// Who runs a duty is in it, so that nobody goes before it is done.
  private let ending = DispatchGroup()

  /// Starts to listen, in place of what the system would do.
  func listen() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        // The handler holds its source, so that it listens as long as the program runs.
        withExtendedLifetime(source) { interrupt(number) }
      }
      source.resume()
    }
  }

  /// Whether somebody has asked for the end.
  var hasCome: Bool { state.withLock { $0.signal != nil } }

  /// Runs something that can be ended from outside: `end` is called on another thread when the interruption
  /// comes, at once if it has come already. Returns when that is done too.
  func whileRunning<Result>(_ end: @escaping @Sendable () -> Void, _ body: () -> Result) -> Result {
    let isLate = state.withLock { state in
      state.duty = Duty(end: end)
      return state.signal != nil
    }
    if isLate { end() }
    defer {
      state.withLock { $0.duty = nil }
      ending.wait()
    }
    return body()
  }

  /// The end comes. A second time nothing is waited for.
  func interrupt(_ number: Int32) {
    let (isSecond, duty) = state.withLock { state in
      defer { state.signal = number }
      ending.enter()
      return (state.signal != nil, state.duty)
    }
    if isSecond { Self.end(by: number) }
    duty?.end()
    ending.leave()
  }

  /// It was asked for by a program that has no other end, and is over now: nothing went wrong.
  func wasTheWayToEnd() { state.withLock { $0.signal = nil } }

  /// Ends the program the way the signal would have, so that a shell sees why.
  func endIfItHasCome() {
    if let number = state.withLock({ $0.signal }) { Self.end(by: number) }
  }

  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    raise(number)
  }
}
