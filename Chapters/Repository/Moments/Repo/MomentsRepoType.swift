import MiniRx

/// The one place to ask for moments: nobody above it knows the server or the store.
///
/// The requests return what has become of them, and no moments: those come through
/// ``momentsDetails``, to every page at once. Nothing is sent before somebody subscribes, and each
/// subscription sends again.
protocol MomentsRepoType: Sendable {
  /// What is known now, if anything is, and then every change, for ever: `next*`.
  var momentsDetails: Observable<MomentsDetails> { get }

  /// Something is stored that cannot be read; the next answer from the server replaces it.
  var storeErrors: Observable<PersistentDataStoreError> { get }

  /// Asks the server for the moments and saves its answer: `(next completed) | error`.
  ///
  /// An answer that is older than what has been saved meanwhile is not saved. One that cannot be saved
  /// is told to whoever listens all the same, and the request fails with a
  /// ``PersistentDataStoreError``.
  func getMoments(userID: String) -> Observable<Void>

  /// Tells the server of a like and saves its answer: `(next completed) | error`.
  ///
  /// Likes are sent one after another, in the order of the subscriptions: a like waits for those before
  /// it, each for as long as the server and the client's time limit let it.
  func updateLike(isLiked: Bool, momentID: String, fromUserID userID: String) -> Observable<Void>
}
