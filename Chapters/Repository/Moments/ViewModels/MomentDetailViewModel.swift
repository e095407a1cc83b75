import MiniRx

/// A page about one moment, with a button to like it.
struct MomentDetailViewModel: Sendable {
  let momentID: String
  /// Who uses the app.
  let userID: String
  let repo: any MomentsRepoType
  var track: MomentAction.Tracker = { _ in }

  /// The moment now, if it is known, and after every change. Nothing comes while it is not there.
  var moment: Observable<MomentListItemViewModel> {
    repo.momentsDetails.compactMap { [self] details in
      details.moment(withID: momentID).map {
        MomentListItemViewModel($0, repo: repo, track: track)
      }
    }
  }

  /// Sends a like, when somebody subscribes.
  func tapLike() -> Observable<Void> { update(true) }

  /// Takes the like back, when somebody subscribes.
  func tapUnlike() -> Observable<Void> { update(false) }

  private func update(_ isLiked: Bool) -> Observable<Void> {
    let action: MomentAction =
      isLiked
      ? .like(momentID: momentID, userID: userID) : .unlike(momentID: momentID, userID: userID)
    return repo.updateLike(isLiked: isLiked, momentID: momentID, fromUserID: userID)
      .do(onSubscribe: { track(action) })
  }
}
