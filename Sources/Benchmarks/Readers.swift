import Dispatch
import ThreadConfinement

/// Eight threads, each with a store of its own on one file.
final class Readers: @unchecked Sendable {
  // Unchecked because each thread uses what stands at its own place only, and the threads are waited for.
  private let threads = (0..<8).map { ConfinedThread(name: "reader \($0)") }
  private var stores: [ConfinedStore] = []

  init(_ configuration: ConfinedStore.Configuration) {
    for thread in threads {
      Comparison.must { try thread.sync { self.stores.append(try .open(configuration)) } }
    }
  }

  deinit { for thread in threads { thread.finish() } }

  /// Has each read the objects with these keys, and waits for all of them.
  func read(_ keys: [Int]) {
    let group = DispatchGroup()
    for (thread, place) in zip(threads, stores.indices) {
      group.enter()
      thread.async { [self] in
        for key in keys {
          use(stores[place].object(ofType: Reading.self, forPrimaryKey: key)?.id)
        }
        group.leave()
      }
    }
    group.wait()
  }
}
