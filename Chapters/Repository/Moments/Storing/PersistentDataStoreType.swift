import Foundation
import MiniRx

/// A persistent store of moments: `current? saved*`, one value per save, even if it is equal.
///
/// A subscriber receives the saves through any store on the same place and key, in the order of
/// writing, while the store is retained. The sequences never end. Values are delivered on the
/// saving thread, after the write; if two threads save concurrently, one of them may deliver for
/// both.
protocol PersistentDataStoreType: Sendable {
  /// Emits the stored details, then every save. Emits nothing while nothing is stored.
  var momentsDetails: Observable<MomentsDetails> { get }

  /// Emits an error if the stored data cannot be read, at creation or after a change by another
  /// store. The next save replaces the data.
  var errors: Observable<PersistentDataStoreError> { get }

  /// Writes the details, then emits them to all subscribers. If it throws, the stored details
  /// remain and nothing is emitted.
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

struct PersistentDataStoreError: Error, Equatable, CustomStringConvertible, LocalizedError {
  enum Failure: Sendable {
    /// It is damaged or was written by an older version.
    case decoded
    case encoded
    /// It is unknown whether anything is stored.
    case read
    case written
  }

  let failure: Failure
  let key: String
  let reason: String

  /// `MomentsDetails cannot be decoded`
  var description: String { "\(key) cannot be \(failure)" }

  var errorDescription: String? { "\(self): \(reason). \(remedy)" }

  private var remedy: String {
    switch failure {
    case .decoded: "Load the moments again: the next save replaces what is stored."
    case .encoded: "What was stored before is still there."
    case .read:
      "Check the permissions of the place, then start again; "
        + "what is damaged is replaced by the next save."
    case .written: "What was stored before is still there; make room or check permissions."
    }
  }
}
