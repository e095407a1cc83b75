import ThreadConfinement

extension Comparison {
  /// The write ends when all have read: one that waited for it would wait for ever.
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
