import Concurrency
import Terminal

/// A termination signal, which ends the program between two rounds: then no workload uses the files that are removed.
enum Interruption {
  private static let number = Locked<Int32?>(nil)

  /// Keeps the first signal for ``endIfSignalled()``; another SIGINT ends the process at once.
  static func handle() {
    TerminationSignals.handle { number in Self.number.withLock { $0 = number } }
  }

  /// Removes the files of the run and ends the process, if it received a signal.
  static func endIfSignalled() {
    guard let number = number.withLock({ $0 }) else { return }
    ScratchFolder.removeAll()
    TerminationSignals.endProcess(by: number)
  }
}
