import CSQLite
import ThreadConfinement

extension Comparison {
  /// The confined store, compared with bare threads and with the same rows through the C functions.
  static let confinedStore: [Comparison] = [
    roundTrip, insertObjects, readAgain, countAndFirst, smallCommits,
  ]

  private static let count = 100_000

  /// On both sides one thread wakes the other and waits for its reply. The task takes 0.9 to 1.5 µs
  /// longer. The ratio depends on how long the system takes for a wake-up. It is 1.4 to 1.5 on
  /// Linux 6.18, where the reference takes 2.2 to 3.4 µs for a round trip.
  private static let roundTrip = Comparison(
    name: "ConfinedStore: a task to the thread and back", reference: "mutex and condition",
    limit: 1.7, isOnOneProcessor: true
  ) {
    let (thread, bare) = (ConfinedThread(name: "confined"), BareExchange())
    return (
      { repetitions in
        for _ in 0..<repetitions { must { _ = thread.sync { bare.touch() } } }
      },
      { repetitions in
        thread.async { bare.serve(repetitions) }
        for _ in 0..<repetitions { bare.roundTrip() }
      }
    )
  }

  private static let insertObjects = Comparison(
    name: "ConfinedStore: insert 100,000 objects in one write", reference: "bound by hand in C",
    limit: 1.6
  ) {
    let sample = Reading.sample(count)
    let (kept, bare) = (StoreOfReadings(), BareReadings())
    return (
      { repetitions in
        for _ in 0..<repetitions {
          must {
            try kept.store.write {
              try kept.store.deleteAll()
              try kept.store.add(sample)
            }
          }
        }
      },
      { repetitions in for _ in 0..<repetitions { bare.replaceAll(with: sample) } }
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
    let counting = bare.database.prepare("SELECT count(*) FROM Reading WHERE value > ?")
    let first = bare.database.prepare(
      "SELECT id, name, value FROM Reading WHERE value > ? ORDER BY name LIMIT 20")
    let least = Double(count) / 6
    return (
      { repetitions in
        for _ in 0..<repetitions {
          let found = kept.store.objects(Reading.self).where { $0.value > least }
            .sorted(by: \.name)
          use(found.count)
          for index in 0..<20 { use(found[index].id) }
        }
      },
      { repetitions in
        for _ in 0..<repetitions {
          for statement in [counting, first] { sqlite3_bind_double(statement, 1, least) }
          use(bare.database.row(of: counting) { Int(sqlite3_column_int64($0, 0)) })
          use(bare.all(with: first).count)
        }
      }
    )
  }

  /// Each commit is durable. An app makes such commits in a row, and its observers receive all
  /// changes at the next turn of the loop: here, after the last commit.
  ///
  /// The store takes some 35 µs longer for each commit: it reads the row's earlier values, and
  /// writes and pins its version. The ratio depends on how long the disk takes for a sync: 1.1 to
  /// 1.5 for 150 to 300 µs.
  private static let smallCommits = Comparison(
    name: "ConfinedStore: 20 small commits in a row, with an observer",
    reference: "the same commits in C", limit: 1.6
  ) {
    let (kept, bare) = (StoreOfReadings(filledWith: 100), BareReadings(filledWith: 100))
    kept.watch()
    let replace = bare.database.prepare("INSERT OR REPLACE INTO Reading VALUES (?, ?, ?)")
    let (begin, commit) = (
      bare.database.prepare("BEGIN IMMEDIATE"), bare.database.prepare("COMMIT")
    )
    let row = 1...20
    return (
      { repetitions in
        for _ in 0..<repetitions {
          for number in row {
            let reading = Reading(id: 7, name: "Ann \(number)", value: 1)
            must { try kept.store.write { _ = try kept.store.add(reading, update: .all) } }
          }
          must { _ = try kept.store.refresh() }
          if kept.changes != 1 { giveUp("\(kept.changes) changes instead of 1") }
          kept.changes = 0
        }
      },
      { repetitions in
        for _ in 0..<repetitions {
          for number in row {
            let reading = Reading(id: 7, name: "Ann \(number)", value: 1)
            bare.database.run(begin)
            bare.insert(reading, with: replace)
            bare.database.run(commit)
          }
        }
      }
    )
  }
}

/// Ends the program if the body fails, because an operation that did not do its work has no time.
@discardableResult
func must<Result: ~Copyable>(_ body: () throws -> Result) -> Result {
  do { return try body() } catch { giveUp("\(error)") }
}

/// Prevents the compiler from optimising away the work that produced the number.
@inline(never)
func use(_ number: Int?) {
  if number == nil { giveUp("a row is missing") }
}
