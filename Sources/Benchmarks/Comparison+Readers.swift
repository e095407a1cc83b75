import Concurrency
import Dispatch
import ThreadConfinement

extension Comparison {
  /// The write ends only after all threads have read, so a reader that waited for it would never
  /// return.
  static let readersDuringWrite = Comparison(
    name: "ConfinedStore: 8 threads read 1,000 objects each during a write",
    reference: "the same without a write", limit: 1.3
  ) {
    let kept = StoreOfReadings(filledWith: count)
    let readers = Readers(kept.store.configuration)
    let keys = (0..<1000).map { ($0 * 7919) % count }
    return (
      { repetitions in
        for _ in 0..<repetitions {
          must {
            try kept.store.beginWrite()
            try kept.store.add(Reading(id: 0, name: "Ann"), update: .all)
            readers.read(keys)
            try kept.store.cancelWrite()
          }
        }
      },
      { repetitions in for _ in 0..<repetitions { readers.read(keys) } }
    )
  }
}

/// Eight threads, each with its own store on one file.
final class Readers: Sendable {
  private let threads = (0..<8).map { ConfinedThread(name: "reader \($0)") }
  /// The stores, in the order of the threads. Only a store's own thread accesses it through its
  /// lock.
  private let stores: [Locked<ConfinedStore>]

  init(_ configuration: ConfinedStore.Configuration) {
    stores = threads.compactMap { thread in
      Comparison.must { try thread.sync { Locked(try ConfinedStore.open(configuration)) } }
    }
  }

  deinit { for thread in threads { thread.finish() } }

  /// Makes each thread read the objects with these keys, and waits for all threads.
  func read(_ keys: [Int]) {
    let group = DispatchGroup()
    for (thread, store) in zip(threads, stores) {
      group.enter()
      thread.async {
        store.withLock { store in
          for key in keys { use(store.object(ofType: Reading.self, forPrimaryKey: key)?.id) }
        }
        group.leave()
      }
    }
    group.wait()
  }
}
