internal import Concurrency
internal import Foundation
internal import Terminal

/// The children of this process that have not ended, so that they can be ended with it.
///
/// None is started under the lock. One that starts while all are killed is killed at once, and
/// ``killAll()`` waits for it.
final class LivingChildren: Sendable {
  /// Those of this process.
  static let ofThisProcess = LivingChildren()

  private struct State {
    /// By id. A process is removed before its id is released, so a signal never reaches another process.
    var processes: [pid_t: SpawnedProcess] = [:]
    var isOver = false
  }

  private let state = Locked(State())
  /// Entered from before a child is started until it has ended.
  private let living = DispatchGroup()

  /// Starts a process and waits for its end on a thread of its own. Never returns once all were killed.
  ///
  /// - Parameters:
  ///   - launch: starts the process.
  ///   - onExit: receives how it ended, on that thread.
  /// - Returns: the process, for ``kill(_:)``.
  /// - Throws: what `launch` throws.
  func start(
    _ launch: () throws -> SpawnedProcess,
    onExit: @escaping @Sendable (SpawnedProcess.Exit) -> Void
  ) throws -> SpawnedProcess {
    let isOver = state.withLock { [living] state in
      if !state.isOver { living.enter() }
      return state.isOver
    }
    if isOver {
      Interruption.blockIfBegun()
      throw CancellationError()
    }
    let process: SpawnedProcess
    do { process = try launch() } catch {
      living.leave()
      throw error
    }
    state.withLock { state in
      state.processes[process.id] = process
      if state.isOver { process.send(SIGKILL) }
    }
    JoinableThread.start(name: "child \(process.id)") { [self] in
      process.awaitEnd()
      state.withLock { $0.processes[process.id] = nil }
      onExit(process.waitUntilExit())
      living.leave()
    }
    return process
  }

  /// Ends a process at once; has no effect on one that has ended.
  func kill(_ process: SpawnedProcess) {
    state.withLock { $0.processes[process.id]?.send(SIGKILL) }
  }

  /// Ends all of them at once, and waits until they have ended.
  func killAll() {
    state.withLock { state in
      state.isOver = true
      for process in state.processes.values { process.send(SIGKILL) }
    }
    living.wait()
  }
}
