internal import Concurrency
import Foundation

/// The children of this process that have not ended, for the case that it is ended itself.
///
/// Each is started and noted under one lock, so that none can start unseen while all are killed.
final class LivingChildren: Sendable {
  /// Those of this process.
  static let ofThisProcess = LivingChildren()

  private struct State {
    var identifiers: Set<Int32> = []
    var isOver = false
  }

  private let state = Locked(State())
  private let living = DispatchGroup()

  /// Starts a process; it is no child any more as soon as it has ``ended(_:)``. Never returns once all
  /// were killed.
  ///
  /// - Throws: what `Process` throws when the program cannot be started.
  func start(_ process: Process) throws {
    let isOver = try state.withLock { [living] state in
      guard !state.isOver else { return true }
      try process.run()
      state.identifiers.insert(process.processIdentifier)
      living.enter()
      return false
    }
    if isOver { Interruption.blockIfBegun() }
  }

  /// To be said by the process's termination handler.
  func ended(_ process: Process) {
    let wasLiving = state.withLock {
      $0.identifiers.remove(process.processIdentifier) != nil
    }
    if wasLiving { living.leave() }
  }

  /// Ends all of them at once, and waits until they have ended.
  func killAll() {
    state.withLock { state in
      state.isOver = true
      for child in state.identifiers { kill(child, SIGKILL) }
    }
    _ = living.wait(timeout: .now() + .seconds(2))
  }
}
