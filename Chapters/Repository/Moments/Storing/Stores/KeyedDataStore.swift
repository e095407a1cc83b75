import MiniRx

/// A store that keeps its moments under one key: it says where, and the rest is the same for all.
protocol KeyedDataStore: PersistentDataStoreType {
  /// The moments in their place.
  var stored: StoredMoments { get }
}

extension KeyedDataStore {
  var momentsDetails: Observable<MomentsDetails> { stored.momentsDetails }

  var errors: Observable<PersistentDataStoreError> { stored.errors }

  func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError) {
    try stored.save(momentsDetails: momentsDetails)
  }
}
