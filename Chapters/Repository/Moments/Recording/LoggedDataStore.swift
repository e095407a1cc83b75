import MiniRx

/// A store that says what is asked of it.
struct LoggedDataStore: PersistentDataStoreType {
  private let store: any KeyedDataStore
  private let log: @Sendable (String) -> Void

  /// - Parameters:
  ///   - store: does what is asked.
  ///   - log: is told `save MomentsDetails`, with the key that the store uses, before each save.
  init(_ store: any KeyedDataStore, log: @escaping @Sendable (String) -> Void) {
    self.store = store
    self.log = log
  }

  var momentsDetails: Observable<MomentsDetails> { store.momentsDetails }

  var errors: Observable<PersistentDataStoreError> { store.errors }

  func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError) {
    log("save \(store.stored.key)")
    try store.save(momentsDetails: momentsDetails)
  }
}
