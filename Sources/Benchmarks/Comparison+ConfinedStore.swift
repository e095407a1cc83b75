import CSQLite
import Foundation
import ThreadConfinement

extension Comparison {
  /// The confined store, compared with bare threads and with the same rows through the C functions.
  static let confinedStore: [Comparison] = [
    roundTrip, insertObjects, readByKey, readAgain, countAndFirst, changeSet, openAndWrite,
    smallCommits, readersDuringWrite,
  ]

  static let count = 100_000

  /// On both sides one thread wakes the other and waits for its reply.
  private static let roundTrip = Comparison(
    name: "ConfinedStore: a task to the thread and back", reference: "mutex and condition",
    limit: 1.3, isOnOneProcessor: true
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
    let insertion = bare.database.prepare("INSERT INTO Reading VALUES (?, ?, ?)")
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
      { repetitions in
        for _ in 0..<repetitions {
          bare.database.execute("BEGIN IMMEDIATE; DELETE FROM Reading")
          for reading in sample { bare.insert(reading, with: insertion) }
          bare.database.execute("COMMIT")
        }
      }
    )
  }

  private static let readByKey = Comparison(
    name: "ConfinedStore: read 1,000 objects by primary key", reference: "the rows by hand in C",
    limit: 1.6
  ) {
    let (kept, bare) = (StoreOfReadings(filledWith: count), BareReadings(filledWith: count))
    let keys = (0..<1000).map { ($0 * 7919) % count }
    let select = bare.database.prepare("SELECT id, name, value FROM Reading WHERE id = ?")
    return (
      { repetitions in
        for _ in 0..<repetitions {
          for key in keys {
            let live = kept.store.object(ofType: Reading.self, forPrimaryKey: key)
            use(live?.id)
          }
        }
      },
      { repetitions in
        bare.database.execute("BEGIN")
        for _ in 0..<repetitions {
          for key in keys { use(bare.reading(key, with: select)?.id) }
        }
        bare.database.execute("COMMIT")
      }
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

  static func must<Result>(_ body: () throws -> Result) -> Result {
    do { return try body() } catch { giveUp("\(error)") }
  }
}

/// Prevents the compiler from optimising away the work that produced the number.
@inline(never)
func use(_ number: Int?) {
  if number == nil { giveUp("a row is missing") }
}
