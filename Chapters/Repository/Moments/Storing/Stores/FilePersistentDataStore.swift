import Foundation
import SQLite

/// Moments in a file of their own.
struct FilePersistentDataStore: KeyedDataStore {
  let stored: StoredMoments
}

extension FilePersistentDataStore {
  /// Reads the file at once, if there is one: the key with `.json` at its end, in that folder, which is
  /// made at the first save.
  init(folder: URL, key: String = StoredMoments.defaultKey, coding: MomentsCoding = .json) {
    let values = ObservableValues.shared(at: "folder \(folder.resolvedPath)") {
      FolderStorage(folder: folder)
    }
    stored = StoredMoments(values, key: key, coding: coding)
  }
}
