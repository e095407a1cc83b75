/// Moments in a suite of UserDefaults.
///
/// Suite, key and coding are handed in, so that a test has a suite of its own. All stores on one suite
/// tell each other what they save.
struct UserDefaultsPersistentDataStore: KeyedDataStore {
  let stored: StoredMoments
}

extension UserDefaultsPersistentDataStore {
  /// Opens the suite and reads the key at once.
  ///
  /// - Throws: when there can be no suite of that name.
  init(
    suite: String, key: String = StoredMoments.defaultKey, coding: MomentsCoding = .json
  ) throws(UserDefaultsStorage.Failure) {
    let place = "user defaults \(suite)"
    let values = try ObservableValues.shared(at: place) { () throws(UserDefaultsStorage.Failure) in
      try UserDefaultsStorage(suite: suite)
    }
    stored = StoredMoments(values, key: key, coding: coding)
  }
}
