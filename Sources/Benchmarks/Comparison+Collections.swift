import CSQLite
import ThreadConfinement

extension Comparison {
  static let countAndFirst = Comparison(
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
          use(bare.count(above: least, with: counting))
          use(bare.readings(above: least, with: first).count)
        }
      }
    )
  }

  /// Both read the ids of the same 100,000 rows once; only the subject also computes the changes.
  static let changeSet = Comparison(
    name: "ConfinedStore: change set for 100 changes in 100,000",
    reference: "the query for its ids, and the same writes", limit: 1.5
  ) {
    let (kept, bare) = (StoreOfReadings(filledWith: count), BareReadings(filledWith: count))
    let watched = Watched()
    kept.watch(watched)
    let ids = bare.database.prepare("SELECT id FROM Reading WHERE value >= 0 ORDER BY id")
    let update = bare.database.prepare("UPDATE Reading SET name = ? WHERE id = ?")
    return (
      { repetitions in
        for _ in 0..<repetitions {
          kept.renameHundred()
          must { _ = try kept.store.refresh() }
          watched.expect(100)
        }
      },
      { repetitions in
        for _ in 0..<repetitions {
          bare.renameHundred(with: update)
          use(bare.ids(with: ids).count)
        }
      }
    )
  }
}
