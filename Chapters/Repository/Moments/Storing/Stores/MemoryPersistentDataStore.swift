/// Moments in memory, or in whatever observable values one hands in.
struct MemoryPersistentDataStore: KeyedDataStore {
  let stored: StoredMoments
}

extension MemoryPersistentDataStore {
  /// - Parameters:
  ///   - values: where the moments are kept; stores that share them tell each other what they save.
  ///   - key: what they are kept under.
  ///   - coding: how they become bytes.
  init(
    _ values: ObservableValues = ObservableValues(MemoryStorage()),
    key: String = StoredMoments.defaultKey, coding: MomentsCoding = .json
  ) {
    stored = StoredMoments(values, key: key, coding: coding)
  }
}
