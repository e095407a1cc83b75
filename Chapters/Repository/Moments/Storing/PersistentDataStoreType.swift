import Foundation
import MiniRx

/// A persistent store of moments: `current? saved*`, one value per save, even if it is equal.
///
/// A subscriber receives the stored details, if any, then those of every save through any store on
/// the same place and key, in the order of writing. The sequences never end. Values are delivered
/// on the saving thread, after the write; if two threads save concurrently, one of them may deliver
/// for both. The store emits as long as it is retained.
protocol PersistentDataStoreType: Sendable {
  /// Emits the stored details, then every save. Emits nothing while nothing is stored.
  var momentsDetails: Observable<MomentsDetails> { get }

  /// Emits an error if the stored data cannot be read, at creation or after a change by another
  /// store. The next save replaces the data.
  var errors: Observable<PersistentDataStoreError> { get }

  /// Writes the details, then emits them to all subscribers.
  ///
  /// - Throws: An error if they cannot be encoded or written. The stored details then remain, and
  ///   nothing is emitted.
  func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError)
}

extension PersistentDataStoreType {
  /// Saves every value of a source. A terminal event of the source ends only this binding. A value
  /// that cannot be saved does not keep later ones from being saved.
  func saveAll(
    from source: Observable<MomentsDetails>,
    onFailure: @escaping @Sendable (PersistentDataStoreError) -> Void
  ) -> any Disposable {
    source.subscribe(onNext: { details in
      do throws(PersistentDataStoreError) {
        try save(momentsDetails: details)
      } catch {
        onFailure(error)
      }
    })
  }
}

/// An error of a store. `key` is the key of the data, `reason` the message of the underlying error.
enum PersistentDataStoreError: Error, Equatable {
  /// The stored data cannot be decoded: it is damaged or was written by an older version.
  case undecodable(key: String, reason: String)
  /// The details cannot be encoded.
  case unencodable(key: String, reason: String)
  /// The place cannot be read, so it is unknown whether anything is stored.
  case unreadable(key: String, reason: String)
  /// The data cannot be written.
  case unwritable(key: String, reason: String)
}

extension PersistentDataStoreError: CustomStringConvertible, LocalizedError {
  /// The failure in a few words: `MomentsDetails cannot be decoded`.
  var description: String {
    switch self {
    case .undecodable(let key, _): "\(key) cannot be decoded"
    case .unencodable(let key, _): "\(key) cannot be encoded"
    case .unreadable(let key, _): "\(key) cannot be read"
    case .unwritable(let key, _): "\(key) cannot be written"
    }
  }

  /// The failure, its cause and a remedy.
  var errorDescription: String? {
    switch self {
    case .undecodable(_, let reason):
      "\(self): \(reason). Load the moments again: the next save replaces what is stored."
    case .unencodable(_, let reason):
      "\(self): \(reason). What was stored before is still there."
    case .unreadable(_, let reason):
      "\(self): \(reason). Check the permissions of the place, then start again; "
        + "what is damaged is replaced by the next save."
    case .unwritable(_, let reason):
      "\(self): \(reason). What was stored before is still there; make room or check permissions."
    }
  }
}
