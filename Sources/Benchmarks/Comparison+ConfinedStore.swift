import CSQLite
import Foundation
import ThreadConfinement

extension Comparison {
  /// Compared with the C functions, and a property with a bare check of the thread.
  static let confinedStore = [insertObjects, readAgain, countAndFirst, smallCommits]

  private static let count = 100_000

  private static let insertObjects = Comparison(
    name: "ConfinedStore: insert 100,000 objects in one write", reference: "bound by hand in C",
    limit: 1.6
  ) {
    let sample = Reading.sample(count)
    let (kept, bare) = (StoreOfReadings(), BareReadings())
    return (
      repeating {
        must {
          try kept.store.write {
            try kept.store.deleteAll()
            try kept.store.add(sample)
          }
        }
      },
      repeating { bare.replaceAll(with: sample) }
    )
  }

  private static let readAgain = Comparison(
    name: "ConfinedStore: a live property read again",
    reference: "a key path after a thread check", limit: 2
  ) {
    let kept = StoreOfReadings(filledWith: 10)
    let checked = CheckedReading()
    guard let live = kept.store.object(ofType: Reading.self, forPrimaryKey: 5) else {
      giveUp("a row is missing")
    }
    return (
      { repetitions in
        var total = 0
        for _ in 0..<repetitions { total &+= live.id }
        use(total)
        withExtendedLifetime(kept) {}
      },
      { repetitions in
        var total = 0
        for _ in 0..<repetitions { total &+= checked.read(\.id) }
        use(total)
      }
    )
  }

  private static let countAndFirst = Comparison(
    name: "ConfinedStore: filter and sort 100,000, count and first 20",
    reference: "the bare SQL", limit: 1.5
  ) {
    let (kept, bare) = (StoreOfReadings(filledWith: count), BareReadings(filledWith: count))
    let counting = bare.prepare("SELECT count(*) FROM Reading WHERE value > ?")
    let first = bare.prepare(
      "SELECT id, name, value FROM Reading WHERE value > ? ORDER BY name LIMIT 20")
    let least = Double(count) / 6
    return (
      repeating {
        let found = kept.store.objects(Reading.self).where { $0.value > least }.sorted(by: \.name)
        use(found.count)
        for index in 0..<20 { use(found[index].id) }
      },
      repeating {
        for statement in [counting, first] { sqlite3_bind_double(statement, 1, least) }
        use(bare.number(with: counting))
        use(bare.all(with: first).count)
      }
    )
  }

  /// Each commit is durable. The store takes some 35 µs longer for each: it reads the row's earlier
  /// values, and writes and pins its version. So the ratio depends on the disk: 1.1 to 1.5 where a
  /// sync takes 150 to 300 µs.
  private static let smallCommits = Comparison(
    name: "ConfinedStore: 20 small commits in a row, with an observer",
    reference: "the same commits in C", limit: 1.6
  ) {
    let (kept, bare) = (StoreOfReadings(filledWith: 100), BareReadings(filledWith: 100))
    kept.watch()
    let replace = bare.prepare("INSERT OR REPLACE INTO Reading VALUES (?, ?, ?)")
    let (begin, commit) = (bare.prepare("BEGIN IMMEDIATE"), bare.prepare("COMMIT"))
    return (
      repeating {
        for number in 1...20 {
          let reading = Reading(id: 7, name: "Ann \(number)", value: 1)
          must { try kept.store.write { _ = try kept.store.add(reading, update: .all) } }
        }
        must { _ = try kept.store.refresh() }
        if kept.changes != 1 { giveUp("\(kept.changes) changes instead of 1") }
        kept.changes = 0
      },
      repeating {
        for number in 1...20 {
          let reading = Reading(id: 7, name: "Ann \(number)", value: 1)
          bare.run(begin)
          bare.insert(reading, with: replace)
          bare.run(commit)
        }
      }
    )
  }
}

private final class StoreOfReadings {
  let store: ConfinedStore
  /// The number of changes that the observer received last.
  var changes = 0
  private var token: NotificationToken?

  /// Once, because it ends the stores that the thread has opened before.
  private static let hasLoop: Void = StoreThread.takesTasks(from: NoLoop(), name: "benchmark")

  init(filledWith count: Int = 0) {
    Self.hasLoop
    let file = newFolder().appending(path: "store.db")
    store = must { try .open(.init(file: file, schema: [Reading.self])) }
    if count > 0 { must { try store.write { try store.add(Reading.sample(count)) } } }
  }

  /// Adds an observer that the store notifies at each refresh.
  func watch() {
    must {
      token = try store.objects(Reading.self).where { $0.value >= 0 }
        .observe { [unowned self] change in
          if case .update(_, _, _, let modifications) = change { changes = modifications.count }
        }
      try store.refresh()
    }
  }
}

/// A loop that refuses all tasks, so that only `refresh` notifies observers.
private struct NoLoop: TaskLoop {
  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool { false }
}

/// A value that is read through a key path after a check of the thread.
private final class CheckedReading {
  private let key: pthread_key_t
  private let token: UnsafeMutableRawPointer
  private var value = Reading(id: 5)

  init() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    self.key = key
    token = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    pthread_setspecific(key, token)
  }

  deinit { token.deallocate() }

  @inline(__always)
  func read<Value>(_ keyPath: KeyPath<Reading, Value>) -> Value {
    guard pthread_getspecific(key) == token else { giveUp("wrong thread") }
    return value[keyPath: keyPath]
  }
}
