internal import Concurrency
import Foundation
internal import Terminal

/// The end of a program by a termination signal: Ctrl-C, `kill`, or a closed terminal.
///
/// The program removes what it made and then dies of the signal itself, so that a shell sees why it
/// ended. Meanwhile it prints nothing more.
enum Interruption {
  private static let hasBegun = Locked(false)

  /// Never returns once the program is ending: what it would print, or its own exit status, would be a
  /// consequence of its files being removed.
  static func blockIfBegun() {
    if hasBegun.withLock({ $0 }) { DispatchSemaphore(value: 0).wait() }
  }

  /// Handles termination signals until the program ends. Call it once, before other threads start.
  ///
  /// - Parameter cleanUp: Called at the first signal, on a thread of its own. A second signal does not
  ///   wait for it.
  static func handle(_ cleanUp: @escaping @Sendable () -> Void) {
    TerminationSignals.handle { number in
      hasBegun.withLock { $0 = true }
      cleanUp()
      TerminationSignals.endProcess(by: number)
    }
  }
}
