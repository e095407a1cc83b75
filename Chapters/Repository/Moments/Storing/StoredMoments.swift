import Foundation
import MiniRx

/// Moments under one key of observable values: the part that all stores share.
///
/// Reading and writing use the same key because there is only one. What `save` writes comes back
/// through the observation of the key, and so does what somebody else writes there.
final class StoredMoments: Sendable {
  private enum Content {
    case nothing
    case details(MomentsDetails)
    case failure(PersistentDataStoreError)
  }

  private let values: ObservableValues
  let key: String
  private let coding: MomentsCoding
  private let content = BehaviorRelay<Content>(value: .nothing)
  private let bag = DisposeBag()

  /// Reads the key at once and observes it from then on.
  init(
    _ values: ObservableValues, key: String = StoredMoments.defaultKey,
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

  /// The name that the details are stored under when nobody asks for another.
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
