import Foundation
import MiniRx

/// A store of moments under one key of a place. A save is emitted through the observation of the
/// key, and so is a save by another store.
final class PersistentDataStore: PersistentDataStoreType {
  private enum Content {
    case nothing
    case details(MomentsDetails)
    case failure(PersistentDataStoreError)
  }

  let key: String
  private let values: ObservableValues
  private let coding: MomentsCoding
  private let content = BehaviorRelay<Content>(value: .nothing)
  private let bag = DisposeBag()

  /// Creates a store, which reads the key immediately and then observes it. Stores on one place
  /// receive each other's saves.
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

  static let defaultKey = String(describing: MomentsDetails.self)

  var momentsDetails: Observable<MomentsDetails> {
    content.compactMap { if case .details(let details) = $0 { details } else { nil } }
  }

  var errors: Observable<PersistentDataStoreError> {
    content.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }

  func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError) {
    let data = try Self.attempt(.encoded, key) { try coding.encode(momentsDetails) }
    try Self.attempt(.written, key) { try values.set(data, forKey: key) }
  }

  private static func content(
    _ stored: Result<Data?, any Error>, key: String, coding: MomentsCoding
  ) -> Content {
    do throws(PersistentDataStoreError) {
      guard let data = try attempt(.read, key, stored.get) else { return .nothing }
      return .details(try attempt(.decoded, key) { try coding.decode(data) })
    } catch {
      return .failure(error)
    }
  }

  private static func attempt<Value>(
    _ failure: PersistentDataStoreError.Failure, _ key: String, _ body: () throws -> Value
  ) throws(PersistentDataStoreError) -> Value {
    do { return try body() } catch {
      throw PersistentDataStoreError(failure: failure, key: key, reason: "\(error)")
    }
  }
}

/// Encodes details to data and decodes them.
struct MomentsCoding: Sendable {
  let encode: @Sendable (MomentsDetails) throws -> Data
  let decode: @Sendable (Data) throws -> MomentsDetails

  static let json = MomentsCoding(
    encode: { try JSONEncoder().encode($0) },
    decode: { try JSONDecoder().decode(MomentsDetails.self, from: $0) })
}
