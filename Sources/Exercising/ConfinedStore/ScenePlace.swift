internal import Concurrency
internal import Dispatch

/// A thread of a scene, or a block of a queue which that thread runs.
struct ScenePlace {
  let name: String
  let thread: SceneThread
  let queue: DispatchQueue?

  var home: StoreHome { queue.map { .queue($0) } ?? .presentThread }

  /// Does it there, and waits until it is done.
  func run(_ body: @escaping () -> Void) {
    guard let queue else { return thread.run(body) }
    // A queue runs such a block on the thread that waits for it.
    thread.run { queue.sync(execute: body) }
  }
}

/// How often each of several references was resolved.
final class ConfinementScore: Sendable {
  private let counts: Locked<[Int]>

  init(_ count: Int) {
    counts = Locked(Array(repeating: 0, count: count))
  }

  func count(_ index: Int) { counts.withLock { $0[index] += 1 } }

  var once: Int { counts.withLock { $0.count { $0 == 1 } } }
}
