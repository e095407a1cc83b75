import Foundation
import ThreadConfinement

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
    var configuration = ConfinedStore.Configuration(file: file, schema: [Pair.self])
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
  private static func writeWhileTurnIsUnused(
    _ configuration: ConfinedStore.Configuration
  ) throws {
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
