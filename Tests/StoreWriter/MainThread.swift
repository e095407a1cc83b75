import Foundation
import ThreadConfinement

extension StoreWriter {
  /// Observes and writes on the main thread, as a page does, and prints the received changes.
  @MainActor
  static func observeOnMain(_ file: URL) async throws {
    let configuration = ConfinedStore.Configuration(file: file, schema: [Pair.self])
    let store = try ConfinedStore.open(configuration)
    let token = try store.objects(Pair.self).observe { change in
      switch change {
      case .initial(let pairs): say("initial \(pairs.count) on main \(Thread.isMainThread)")
      case .update(let pairs, _, _, _): say("update \(pairs.count) on main \(Thread.isMainThread)")
      case .error(let failure): say("\(failure)")
      }
    }
    await turn()
    try writeElsewhere(configuration)
    await turn()
    try store.writeAsync {
      try store.add(Pair(id: 2))
    } onComplete: { _ in
      say("complete on main \(Thread.isMainThread)")
    }
    while store.hasAsyncWrites { await turn() }
    await turn()
    token.invalidate()
  }

  private static func writeElsewhere(_ configuration: ConfinedStore.Configuration) throws {
    let other = ConfinedThread(name: "other")
    _ = try other.sync {
      let other = try ConfinedStore.open(configuration)
      try other.write { _ = try other.add(Pair(id: 1)) }
    }
    other.finish()
  }

  /// Runs the pending work of the main queue.
  @MainActor
  private static func turn() async {
    let (signals, signal) = AsyncStream<Void>.makeStream()
    DispatchQueue.main.async { signal.finish() }
    for await _ in signals {}
  }

  /// `Thread.isMainThread`, which is unavailable in asynchronous code on Darwin.
  private static var isMainThread: Bool { Thread.isMainThread }

  /// Opens a store on the main thread, then lets the main queue run on other threads, as an
  /// asynchronous `main` does on Linux.
  static func writeOnMainQueue(_ file: URL) throws -> Never {
    let configuration = ConfinedStore.Configuration(file: file, schema: [Pair.self])
    let store = try ConfinedStore.open(configuration)
    try store.write { _ = try store.add(Pair(id: 1)) }
    Task { @MainActor in
      do {
        let same = try ConfinedStore.open(configuration)
        say("open on main \(same === store) thread \(isMainThread)")
        try store.write { _ = try store.add(Pair(id: 2)) }
        await turn()
        try store.writeAsync {
          try store.add(Pair(id: 3))
        } onComplete: { failure in
          say("\(failure.map { "\($0)" } ?? "stored") \(store.objects(Pair.self).count)")
        }
        while store.hasAsyncWrites { await turn() }
      } catch {
        say("error: \(error)")
      }
      exit(0)
    }
    dispatchMain()
  }
}
