import MiniRx

/// Moments that outlive the program: `present? saved*`, one value per save, equal or not.
///
/// Whoever subscribes gets what is stored, if anything is, and then the details of every save through
/// any store on the same place and key, in the order in which they were written. The sequences never
/// end. They are delivered on the thread that saves, after the write; when two threads save at once,
/// one of them may deliver for both. They run for as long as somebody keeps the store.
protocol PersistentDataStoreType: Sendable {
  /// What is stored now, and what is saved from now on. Nothing comes while nothing is stored.
  var momentsDetails: Observable<MomentsDetails> { get }

  /// Something is stored that cannot be read, now or after a change by somebody else. The next save
  /// replaces it.
  var errors: Observable<PersistentDataStoreError> { get }

  /// Writes the details, then tells them to everybody who listens.
  ///
  /// - Throws: when they cannot be encoded or written. What was stored before then stays, and nobody
  ///   is told anything.
  func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError)
}

extension PersistentDataStoreType {
  /// Saves every value of a source. Its end ends this binding and nothing else.
  ///
  /// - Parameters:
  ///   - source: what is to be saved.
  ///   - onFailure: is told when a value could not be saved; the next one is tried again.
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
