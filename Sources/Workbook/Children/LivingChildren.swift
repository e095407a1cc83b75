internal import Concurrency
import Foundation

/// The children of this process that have not ended, so that they can be ended with it.
///
/// None is started under the lock. One that starts while all are killed is killed as soon as it is
/// recorded, and ``killAll()`` waits for it.
final class LivingChildren: Sendable {
  /// Those of this process.
  static let ofThisProcess = LivingChildren()

  private struct State {
    var identifiers: Set<Int32> = []
    var isOver = false
  }

  private let state = Locked(State())
  /// Entered from before a child is started until it has ended.
  private let living = DispatchGroup()

  /// Starts a process, whose termination handler calls ``ended(_:)``. Never returns once all were killed.
  ///
  /// - Throws: what `Process` throws when the program cannot be started.
  func start(_ process: Process) throws {
    let isOver = state.withLock { [living] state in
      if !state.isOver { living.enter() }
      return state.isOver
    }
    if isOver { Interruption.blockIfBegun() }
    guard !isOver else { return }
    do { try process.run() } catch {
      living.leave()
      throw error
    }
    let child = process.processIdentifier
    let isLate = state.withLock { state in
      state.identifiers.insert(child)
      return state.isOver
    }
    // It may have ended before it was recorded.
    if !process.isRunning { ended(process) } else if isLate { kill(child, SIGKILL) }
  }

  /// Called by the process's termination handler; has an effect once for each child.
  func ended(_ process: Process) {
    let wasLiving = state.withLock {
      $0.identifiers.remove(process.processIdentifier) != nil
    }
    if wasLiving { living.leave() }
  }

  /// Ends all of them at once, and waits until they have ended.
  func killAll() {
    let children = state.withLock { state in
      state.isOver = true
      return state.identifiers
    }
    for child in children { kill(child, SIGKILL) }
    _ = living.wait(timeout: .now() + .seconds(600))
  }
}
