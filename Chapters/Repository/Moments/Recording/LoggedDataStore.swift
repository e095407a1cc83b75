import MiniRx

/// A store that logs each save.
struct LoggedDataStore: PersistentDataStoreType {
  private let store: PersistentDataStore
  private let log: @Sendable (String) -> Void

  /// - Parameters:
  ///   - store: the store that saves.
  ///   - log: receives `save MomentsDetails`, with the key of the store, before each save.
  init(_ store: PersistentDataStore, log: @escaping @Sendable (String) -> Void) {
    self.store = store
    self.log = log
  }

  var momentsDetails: Observable<MomentsDetails> { store.momentsDetails }

  var errors: Observable<PersistentDataStoreError> { store.errors }

  func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError) {
    log("save \(store.key)")
    try store.save(momentsDetails: momentsDetails)
  }
}
