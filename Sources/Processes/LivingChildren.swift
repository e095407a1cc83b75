internal import Concurrency
internal import Foundation

/// The running children of this process, so that they can be ended with it.
///
/// No child is started under the lock. A child that starts while all are being killed is killed at
/// once, and ``killAll()`` waits for it.
package final class LivingChildren: Sendable {
  package static let ofThisProcess = LivingChildren()

  /// A process, and its exit.
  final class Child: Sendable {
    let process: SpawnedProcess
    let exit = OneShot<SpawnedProcess.Exit>()

    fileprivate init(_ process: SpawnedProcess) { self.process = process }
  }

  private struct State {
    /// A process is removed before its id is released, so a signal never reaches another process.
    var children: [ObjectIdentifier: Child] = [:]
    var isOver = false
  }

  private let state = Locked(State())
  /// Entered from before a child is started until it has ended.
  private let living = DispatchGroup()

  /// Starts a process, and waits for its end on a thread of its own. After ``killAll()``, never
  /// returns if the program is interrupted, and otherwise throws `CancellationError`.
  func start(_ launch: () throws -> SpawnedProcess) throws -> Child {
    let isOver = state.withLock { [living] state in
      if !state.isOver { living.enter() }
      return state.isOver
    }
    if isOver {
      Interruption.ofThisProcess.blockIfSignalled()
      throw CancellationError()
    }
    let child: Child
    do { child = Child(try launch()) } catch {
      living.leave()
      throw error
    }
    state.withLock { state in
      state.children[ObjectIdentifier(child)] = child
      if state.isOver { child.process.send(SIGKILL) }
    }
    JoinableThread.start(name: "child \(child.process.id)") { [self] in
      child.process.awaitEnd()
      state.withLock { $0.children[ObjectIdentifier(child)] = nil }
      child.exit.fulfill(child.process.reap().exit)
      living.leave()
    }
    return child
  }

  func contains(_ child: Child) -> Bool {
    state.withLock { $0.children[ObjectIdentifier(child)] != nil }
  }

  /// Sends a signal. Has no effect on a process that has ended.
  func send(_ signal: CInt, to child: Child) {
    state.withLock { $0.children[ObjectIdentifier(child)]?.process.send(signal) }
  }

  /// Kills all children, and waits until they have ended.
  package func killAll() {
    state.withLock { state in
      state.isOver = true
      for child in state.children.values { child.process.send(SIGKILL) }
    }
    living.wait()
  }
}
