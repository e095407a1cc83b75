internal import Concurrency
internal import Foundation

/// The place where a store may be used.
enum Confinement: Sendable {
  /// On one thread.
  case thread(ThreadIdentity)
  /// In the blocks of one serial queue.
  case queue(ConfinedQueue)
  /// On one actor.
  case actor(ActorReference)

  /// On that actor; the main actor is the same place as the main thread.
  static func on(_ actor: any Actor) -> Confinement {
    actor === MainActor.shared ? .thread(.main) : .actor(ActorReference(actor: actor))
  }

  /// The token of the thread, for the quick check; nil for the others.
  var threadToken: UnsafeMutableRawPointer? {
    if case .thread(let identity) = self { identity.token } else { nil }
  }

  /// Ends the process unless the current code runs there.
  func check() {
    switch self {
    case .thread(let identity):
      if !identity.isCurrent { Misuse.wrongThread.stop() }
    case .queue(let queue):
      if !queue.isCurrent { Misuse.wrongQueue.stop() }
    case .actor(let reference):
      guard let actor = reference.actor else { Misuse.wrongActor.stop() }
      // Only the runtime can check this, with a message of its own.
      actor.preconditionIsolated()
    }
  }

  /// The loop that runs tasks there; nil for a thread without one.
  var loop: (any TaskLoop)? {
    switch self {
    case .thread(let identity): identity.loop
    case .queue(let queue): queue
    case .actor(let reference): ActorLoop(reference: reference)
    }
  }

  /// Whether a store may block its thread until another one has written. An actor runs on a thread
  /// of Swift's pool, and the write that is waited for may need that thread to end.
  var mayBlock: Bool { if case .actor = self { false } else { true } }

  /// The actor, which pending writes of its store retain; nil for the others.
  var actor: (any Actor)? {
    if case .actor(let reference) = self { reference.actor } else { nil }
  }

  /// Releases a store that could not be handed back because the loop has ended.
  func release(_ handle: StoreHandle) {
    // A store that outlives its actor cannot be used anywhere, so it may be released anywhere.
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

/// An actor that is not retained: it usually holds its store itself.
struct ActorReference: Sendable {
  weak let actor: (any Actor)?
}

/// Runs tasks on an actor, in the order in which they were added.
private struct ActorLoop: TaskLoop {
  let reference: ActorReference
  private let calls = CallQueue()

  init(reference: ActorReference) { self.reference = reference }

  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool {
    guard let actor = reference.actor else { return false }
    let calls = calls
    // Detached, because it runs the tasks of other callers too.
    if calls.enqueue(task) { Task.detached { await Self.drain(calls, on: actor) } }
    return true
  }

  private static func drain(_ calls: CallQueue, on actor: isolated any Actor) { calls.drain() }
}

/// Programming errors, which end the process with a fixed message in every build.
///
/// Properties cannot throw, and continuing would corrupt what another thread reads.
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

  /// Ends the process. `fatalError` keeps its text under -O, which `precondition` drops.
  func stop() -> Never { fatalError(rawValue) }
}
