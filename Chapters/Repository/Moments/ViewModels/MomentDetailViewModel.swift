import MiniRx

/// The view model of a screen with one moment and a like button.
struct MomentDetailViewModel: Sendable {
  let momentID: String
  /// The user of the app.
  let userID: String
  let repo: any MomentsRepoType
  var track: MomentAction.Tracker = { _ in }

  /// Emits the current moment, if there is one, then the moment after every change.
  var moment: Observable<MomentListItemViewModel> {
    repo.momentsDetails.compactMap { [self] details in
      details.moment(withID: momentID).map {
        MomentListItemViewModel($0, repo: repo, track: track)
      }
    }
  }

  /// Sends a like for each subscription.
  func tapLike() -> Observable<Void> { update(true) }

  /// Sends an unlike for each subscription.
  func tapUnlike() -> Observable<Void> { update(false) }

  private func update(_ isLiked: Bool) -> Observable<Void> {
    let action: MomentAction =
      isLiked
      ? .like(momentID: momentID, userID: userID) : .unlike(momentID: momentID, userID: userID)
    return repo.updateLike(isLiked: isLiked, momentID: momentID, fromUserID: userID)
      .do(onSubscribe: { track(action) })
  }
}
