import MiniRx

/// The document's listings with only what is needed to make them compile: not to be copied.
///
/// Docs/Errata.md tells what goes wrong with them and what the types of the same names beside this
/// folder do instead.
enum MomentsAsWritten {
  /// As written: the Subject itself is handed out, and a failed save is nobody's business.
  protocol PersistentDataStoreType: Sendable {
    var momentsDetails: ReplaySubject<MomentsDetails> { get }
    func save(momentsDetails: MomentsDetails)
  }

  /// As written: the Subject itself is handed out.
  protocol MomentsRepoType: Sendable {
    var momentsDetails: ReplaySubject<MomentsDetails> { get }
    func getMoments(userID: String) -> Observable<Void>
    func updateLike(
      isLiked: Bool, momentID: String, fromUserID userID: String
    ) -> Observable<Void>
  }
}
