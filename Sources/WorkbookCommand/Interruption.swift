internal import Concurrency
internal import Dispatch
internal import Foundation
internal import Terminal

/// A termination signal that cancels the current work. The program ends after the work has returned.
final class Interruption: Sendable {
  /// A struct, because a closure as the value itself would be wrapped again by each access.
  private struct Cancellation {
    let cancel: @Sendable () -> Void
  }

  private struct State {
    var signal: Int32?
    var cancellation: Cancellation?
  }

  private let state = Locked(State())
  /// Entered while a cancellation runs, so that `whileRunning` does not return before it has returned.
  private let cancelling = DispatchGroup()

  /// Handles termination signals until the program ends. A second signal ends it at once.
  func listen() {
    TerminationSignals.handle { [self] number in
      interrupt(number)
      // A bounded wait, because a command that cannot be cancelled may wait for a reader that never reads.
      poll(nil, 0, 500)
      if !isCancellable { TerminationSignals.endProcess(by: number) }
    }
  }

  private var isCancellable: Bool { state.withLock { $0.cancellation != nil } }

  var hasCome: Bool { state.withLock { $0.signal != nil } }

  /// Runs work that can be cancelled.
  ///
  /// - Parameters:
  ///   - cancel: Called on another thread when the signal arrives, and at once if it has arrived already.
  ///   - body: The work.
  /// - Returns: The result of the work, after a call of `cancel` has returned.
  func whileRunning<Result>(
    _ cancel: @escaping @Sendable () -> Void, _ body: () -> Result
  ) -> Result {
    let isLate = state.withLock { state in
      state.cancellation = Cancellation(cancel: cancel)
      return state.signal != nil
    }
    if isLate { cancel() }
    defer {
      state.withLock { $0.cancellation = nil }
      cancelling.wait()
    }
    return body()
  }

  /// Handles a termination signal.
  func interrupt(_ number: Int32) {
    let cancellation = state.withLock { state in
      state.signal = number
      cancelling.enter()
      return state.cancellation
    }
    cancellation?.cancel()
    cancelling.leave()
  }

  /// Ends the program by the signal, if one has arrived.
  func endProgramIfItHasCome() {
    if let number = state.withLock({ $0.signal }) { TerminationSignals.endProcess(by: number) }
  }
}
