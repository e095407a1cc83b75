import Foundation
import MiniRx
import SQLite

/// Moments under one key of a place: memory, a folder of files, a suite of UserDefaults or a database.
///
/// Reading and writing use the same key because there is only one. What `save` writes comes back
/// through the observation of the key, and so does what another store saves there.
final class PersistentDataStore: PersistentDataStoreType {
  private enum Content {
    case nothing
    case details(MomentsDetails)
    case failure(PersistentDataStoreError)
  }

  /// The name under which the details are stored.
  let key: String
  private let values: ObservableValues
  private let coding: MomentsCoding
  private let content = BehaviorRelay<Content>(value: .nothing)
  private let bag = DisposeBag()

  /// Reads the key at once and observes it from then on.
  ///
  /// - Parameters:
  ///   - values: the place; stores that share it receive each other's saves.
  ///   - key: the name under which the details are stored.
  ///   - coding: how they become bytes.
  init(
    _ values: ObservableValues, key: String = PersistentDataStore.defaultKey,
    coding: MomentsCoding = .json
  ) {
    self.values = values
    self.key = key
    self.coding = coding
    values.data(forKey: key)
      .map { Self.content($0, key: key, coding: coding) }
      .bind(to: content)
      .disposed(by: bag)
  }

  /// The key of a store that is made without one.
  static let defaultKey = String(describing: MomentsDetails.self)

  var momentsDetails: Observable<MomentsDetails> {
    content.compactMap { if case .details(let details) = $0 { details } else { nil } }
  }

  var errors: Observable<PersistentDataStoreError> {
    content.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }

  func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError) {
    let data: Data
    do {
      data = try coding.encode(momentsDetails)
    } catch {
      throw .unencodable(key: key, reason: "\(error)")
    }
    do {
      try values.set(data, forKey: key)
    } catch {
      throw .unwritable(key: key, reason: "\(error)")
    }
  }

  private static func content(
    _ stored: Result<Data?, any Error>, key: String, coding: MomentsCoding
  ) -> Content {
    let data: Data?
    do { data = try stored.get() } catch {
      return .failure(.unreadable(key: key, reason: "\(error)"))
    }
    guard let data else { return .nothing }
    do {
      return .details(try coding.decode(data))
    } catch {
      return .failure(.undecodable(key: key, reason: "\(error)"))
    }
  }
}

// MARK: Places

extension PersistentDataStore {
  /// A store in memory, whose bytes no other store sees.
  static func memory(
    key: String = defaultKey, coding: MomentsCoding = .json
  ) -> PersistentDataStore {
    PersistentDataStore(ObservableValues(MemoryStorage()), key: key, coding: coding)
  }

  /// A store in a file of its own: the key with `.json` at its end, in that folder, which is created by
  /// the first save.
  static func file(
    in folder: URL, key: String = defaultKey, coding: MomentsCoding = .json
  ) -> PersistentDataStore {
    let values = ObservableValues.shared(at: "folder \(folder.resolvedPath)") {
      FolderStorage(folder: folder)
    }
    return PersistentDataStore(values, key: key, coding: coding)
  }

  /// A store in a suite of UserDefaults: a name, or an absolute path, which makes it a file there.
  ///
  /// - Throws: when there can be no suite of that name.
  static func userDefaults(
    suite: String, key: String = defaultKey, coding: MomentsCoding = .json
  ) throws(UserDefaultsStorage.Failure) -> PersistentDataStore {
    let values = try ObservableValues.shared(at: "user defaults \(suite)") {
      () throws(UserDefaultsStorage.Failure) in try UserDefaultsStorage(suite: suite)
    }
    return PersistentDataStore(values, key: key, coding: coding)
  }

  /// A store in a row of a database, as JSON under the key. The database is created if there is none;
  /// `errors` emits why it cannot be opened.
  static func sqlite(
    file: URL, key: String = defaultKey, coding: MomentsCoding = .json
  ) -> PersistentDataStore {
    let values = ObservableValues.shared(at: "database \(file.resolvedPath)") {
      SQLiteStorage(file: file)
    }
    return PersistentDataStore(values, key: key, coding: coding)
  }
}

/// How details become bytes and bytes become details.
struct MomentsCoding: Sendable {
  /// Throws what the encoder throws.
  let encode: @Sendable (MomentsDetails) throws -> Data
  /// Throws what the decoder throws.
  let decode: @Sendable (Data) throws -> MomentsDetails

  /// JSON, in the shape of the model.
  static let json = MomentsCoding(
    encode: { try JSONEncoder().encode($0) },
    decode: { try JSONDecoder().decode(MomentsDetails.self, from: $0) })
}
