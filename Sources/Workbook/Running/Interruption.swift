internal import Concurrency
import Foundation
internal import Terminal

/// A termination from outside: by Ctrl-C, by `kill`, by a closed terminal, or, in a child, by the end
/// of its parent.
///
/// The program removes its files and then ends. Meanwhile it prints nothing and cannot end in another way: its output
/// and its exit status would be consequences of the removed files.
enum Interruption {
  private enum State {
    case running
    case interrupted
    case leaving
  }

  private static let state = Locked(State.running)

  /// Never returns once the program is interrupted.
  static func blockIfBegun() {
    if state.withLock({ $0 == .interrupted }) { DispatchSemaphore(value: 0).wait() }
  }

  /// Interrupts the program.
  ///
  /// - Returns: Whether the caller has to clean up and end the program; false if another thread does so,
  ///   or the program is leaving already.
  static func begin() -> Bool {
    state.withLock { state in
      guard state == .running else { return false }
      state = .interrupted
      return true
    }
  }

  /// Ends the process with a status of its own, unless the program is interrupted.
  static func leave(_ status: ExitStatus) -> Never {
    state.withLock { state in if state == .running { state = .leaving } }
    blockIfBegun()
    exit(status.rawValue)
  }

  /// Handles termination signals until the program ends. Call it once, before other threads start.
  ///
  /// - Parameter cleanUp: Called at the first signal, on a thread of its own. A second signal does not
  ///   wait for it.
  static func handle(_ cleanUp: @escaping @Sendable () -> Void) {
    TerminationSignals.handle { number in
      guard begin() else { return }
      cleanUp()
      TerminationSignals.endProcess(by: number)
    }
  }
}
