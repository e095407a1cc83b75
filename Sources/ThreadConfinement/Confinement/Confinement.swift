internal import Concurrency
internal import Foundation

/// The place where a store may be used.
enum Confinement: Sendable {
  case thread(ThreadIdentity)
  case queue(ConfinedQueue)
  case actor(ActorReference)

  /// For the main actor it is confinement to the main thread.
  static func on(_ actor: any Actor) -> Confinement {
    actor === MainActor.shared ? .thread(.main) : .actor(ActorReference(actor: actor))
  }

  /// The token of the thread, for the fast check; nil for a queue or an actor.
  var threadToken: UnsafeMutableRawPointer? {
    if case .thread(let identity) = self { identity.token } else { nil }
  }

  func check() {
    switch self {
    case .thread(let identity):
      if !identity.isCurrent { Misuse.wrongThread.stop() }
    case .queue(let queue):
      if !queue.isCurrent { Misuse.wrongQueue.stop() }
    case .actor(let reference):
      guard let actor = reference.actor else { Misuse.wrongActor.stop() }
      // Only the runtime can check this; it traps with its own message.
      actor.preconditionIsolated()
    }
  }

  var loop: (any TaskLoop)? {
    switch self {
    case .thread(let identity): identity.loop
    case .queue(let queue): queue
    case .actor(let reference): ActorLoop(reference: reference)
    }
  }

  /// Whether a store may block its thread until another store has written, which on an actor may
  /// need the same thread of Swift's pool in order to end.
  var mayBlock: Bool { if case .actor = self { false } else { true } }

  /// The actor, which the store's pending writes retain; nil for a thread or queue.
  var actor: (any Actor)? {
    if case .actor(let reference) = self { reference.actor } else { nil }
  }

  /// Releases a store that could not be returned to its loop because the loop has ended.
  func release(_ handle: StoreHandle) {
    // A store that outlives its actor can no longer be used, so it may be released anywhere.
    guard case .thread(let identity) = self, !identity.isCurrent else { return }
    identity.releaseAtEnd(handle)
  }

  func isSame(as other: Confinement) -> Bool {
    switch (self, other) {
    case (.thread(let one), .thread(let other)): one === other
    case (.queue(let one), .queue(let other)): one === other
    case (.actor(let one), .actor(let other)): one.actor.map { $0 === other.actor } ?? false
    default: false
    }
  }
}

/// A weak reference to an actor, which usually retains its store.
struct ActorReference: Sendable {
  weak let actor: (any Actor)?
}

private struct ActorLoop: TaskLoop {
  let reference: ActorReference
  let calls = CallQueue()

  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool {
    guard let actor = reference.actor else { return false }
    let calls = calls
    // Detached, because it also runs tasks of other callers.
    if calls.enqueue(task) { Task.detached { await Self.drain(calls, on: actor) } }
    return true
  }

  private static func drain(_ calls: CallQueue, on actor: isolated any Actor) { calls.drain() }
}

/// Programming errors, which trap with a fixed message in every build configuration, because
/// properties cannot throw and continuing would corrupt another thread's data.
enum Misuse: String {
  case wrongThread = "store accessed from incorrect thread"
  case wrongQueue = "store accessed from incorrect queue"
  case wrongActor = "store accessed after its actor was released"
  case openedOnWrongQueue = "store opened from incorrect queue"
  case outsideWrite = "object modified outside of a write transaction"
  case deleted = "object has been deleted or invalidated"
  case collectionInvalidated = "collection has been invalidated"
  case invalidatedDuringWalk = "collection was invalidated during a walk"
  case indexOutOfRange = "index out of range of a collection"
  case keyChanged = "the primary key of a stored object cannot be changed"

  /// Traps with the message. `fatalError` keeps its message under -O; `precondition` drops it.
  func stop() -> Never { fatalError(rawValue) }
}
