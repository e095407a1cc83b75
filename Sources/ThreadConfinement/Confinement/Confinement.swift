internal import Foundation

/// Where a store may be used.
enum Confinement: Sendable {
  /// On one thread.
  case thread(ThreadIdentity)
  /// In the blocks of one serial queue.
  case queue(ConfinedQueue)
  /// On one actor.
  case actor(any Actor)

  /// The token of the thread, for the quick check; nil for the others.
  var threadToken: UnsafeMutableRawPointer? {
    if case .thread(let identity) = self { identity.token } else { nil }
  }

  /// Ends the process when the present code runs elsewhere.
  func check() {
    switch self {
    case .thread(let identity):
      if pthread_getspecific(ThreadIdentity.key) != identity.token { Misuse.wrongThread.stop() }
    case .queue(let queue):
      if !queue.isPresent { Misuse.wrongQueue.stop() }
    case .actor(let actor):
      // Only the runtime knows who runs on an actor, and its message is its own.
      actor.preconditionIsolated()
    }
  }

  /// Where tasks go; nil on a thread without a loop.
  var loop: (any TaskLoop)? {
    switch self {
    case .thread(let identity): identity.loop
    case .queue(let queue): queue
    case .actor(let actor): ActorLoop(actor: actor)
    }
  }

  func isSame(as other: Confinement) -> Bool {
    switch (self, other) {
    case (.thread(let one), .thread(let other)): one === other
    case (.queue(let one), .queue(let other)): one === other
    case (.actor(let one), .actor(let other)): one === other
    default: false
    }
  }
}

/// Runs tasks on an actor, one after the other.
private struct ActorLoop: TaskLoop {
  let actor: any Actor

  func enqueue(_ task: @escaping @Sendable () -> Void) {
    Task { await Self.run(task, on: actor) }
  }

  private static func run(_ task: @Sendable () -> Void, on actor: isolated any Actor) { task() }
}
