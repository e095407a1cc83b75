import Foundation
import ThreadConfinement

extension StoreWriter {
  /// Observes and writes on the main thread, as a page does, and prints the received changes.
  @MainActor
  static func observeOnMain(_ file: URL) async throws {
    let configuration = ConfinedStore.Configuration.pairs(file)
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
    let configuration = ConfinedStore.Configuration.pairs(file)
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

extension StoreWriter {
  /// Fills the global queue with blocked work, then writes asynchronously.
  static func writeBesideFullQueue(_ file: URL) throws {
    Thread.detachNewThread {
      // Only a write that never ends takes this long.
      Thread.sleep(forTimeInterval: 200)
      exit(1)
    }
    let end = DispatchSemaphore(value: 0)
    // More blocks than the queue has threads, so nothing else on the queue can start.
    for _ in 0..<1_000 { DispatchQueue.global().async { end.wait() } }
    var configuration = ConfinedStore.Configuration.pairs(file)
    configuration.busyTimeout = .milliseconds(100)
    try writeLater(configuration)
    try writeLaterAndNow(configuration)
    try writeWhileTurnIsUnused(configuration)
  }

  private static func writeLater(_ configuration: ConfinedStore.Configuration) throws {
    let (home, isStored) = (ConfinedThread(name: "home"), DispatchSemaphore(value: 0))
    try home.sync {
      let store = try ConfinedStore.open(configuration)
      try store.writeAsync {
        try store.add(Pair(id: 1))
      } onComplete: {
        say($0.map { "\($0)" } ?? "stored")
        isStored.signal()
      }
    }
    isStored.wait()
    home.finish()
  }

  /// A synchronous write takes the turn that a queued write has requested.
  private static func writeLaterAndNow(_ configuration: ConfinedStore.Configuration) throws {
    let home = ConfinedThread(name: "home")
    try home.sync {
      let store = try ConfinedStore.open(configuration)
      try store.writeAsync {}
      try store.write { _ = try store.add(Pair(id: 2)) }
      say("stored now")
    }
    home.finish()
  }

  /// The turn is granted to a thread that cannot take it, because it waits for another write.
  private static func writeWhileTurnIsUnused(_ configuration: ConfinedStore.Configuration) throws {
    let (home, other) = (ConfinedThread(name: "home"), ConfinedThread(name: "other"))
    try home.sync {
      let store = try ConfinedStore.open(configuration)
      try store.writeAsync {}
      try other.sync {
        let store = try ConfinedStore.open(configuration)
        try store.write { _ = try store.add(Pair(id: 3)) }
      }
      say("passed on")
    }
    other.finish()
    home.finish()
  }
}
