import Foundation
import MiniRx

/// Moments that outlive the program: `current? saved*`, one value per save, equal or not.
///
/// A subscriber receives what is stored, if anything is, and then the details of every save through any
/// store on the same place and key, in the order in which they were written. The sequences never end.
/// They are delivered on the thread that saves, after the write; when two threads save at once, one of
/// them may deliver for both. They run as long as the store is retained.
protocol PersistentDataStoreType: Sendable {
  /// What is stored, and what is saved from now on. Nothing is emitted while nothing is stored.
  var momentsDetails: Observable<MomentsDetails> { get }

  /// Why something that is stored cannot be read, when the store is made and after a change by another
  /// one. The next save replaces it.
  var errors: Observable<PersistentDataStoreError> { get }

  /// Writes the details, then emits them to all subscribers.
  ///
  /// - Throws: when they cannot be encoded or written. What was stored before then stays, and nothing is
  ///   emitted.
  func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError)
}

extension PersistentDataStoreType {
  /// Saves every value of a source. The end of the source ends this binding and nothing else.
  ///
  /// - Parameters:
  ///   - source: what is to be saved.
  ///   - onFailure: receives why a value could not be saved; the next one is tried again.
  /// - Returns: what ends the binding.
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

/// What can go wrong between a store and its place. `key` is the name under which the data is stored,
/// `reason` the error of the place in its own words.
enum PersistentDataStoreError: Error, Equatable {
  /// What is stored has another form: written by an older version, or damaged.
  case undecodable(key: String, reason: String)
  /// The details cannot be turned into bytes.
  case unencodable(key: String, reason: String)
  /// The place cannot be read, so it is not known whether anything is stored.
  case unreadable(key: String, reason: String)
  /// The place does not accept the bytes.
  case unwritable(key: String, reason: String)
}

/// What failed, in a few words: `MomentsDetails cannot be decoded`.
extension PersistentDataStoreError: CustomStringConvertible {
  var description: String {
    switch self {
    case .undecodable(let key, _): "\(key) cannot be decoded"
    case .unencodable(let key, _): "\(key) cannot be encoded"
    case .unreadable(let key, _): "\(key) cannot be read"
    case .unwritable(let key, _): "\(key) cannot be written"
    }
  }
}

/// What failed, why, and what to do.
extension PersistentDataStoreError: LocalizedError {
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
