import MiniRx

/// The view model of a moment in a list. It is a snapshot: when the moments change, the timeline
/// creates new rows. It uses the repository only to send likes.
struct MomentListItemViewModel: ListItemViewModel {
  let momentID: String
  let userName: String
  let title: String
  let isLiked: Bool

  private let repo: any MomentsRepoType

  init(_ moment: MomentsDetails.Moment, repo: any MomentsRepoType) {
    momentID = moment.id
    userName = moment.userDetails.name
    title = moment.title
    isLiked = moment.isLiked
    self.repo = repo
  }

  func like(from userID: String) -> Observable<Void> {
    repo.updateLike(isLiked: true, momentID: momentID, fromUserID: userID)
  }

  func unlike(from userID: String) -> Observable<Void> {
    repo.updateLike(isLiked: false, momentID: momentID, fromUserID: userID)
  }
}

/// The view model of a screen with one moment and a like button.
struct MomentDetailViewModel: Sendable {
  let momentID: String
  let userID: String
  let repo: any MomentsRepoType

  /// Emits the current moment, if there is one, then the moment after every change.
  var moment: Observable<MomentListItemViewModel> {
    repo.momentsDetails.compactMap { [self] details in
      details.moment(withID: momentID).map { MomentListItemViewModel($0, repo: repo) }
    }
  }

  func tapLike() -> Observable<Void> {
    repo.updateLike(isLiked: true, momentID: momentID, fromUserID: userID)
  }

  func tapUnlike() -> Observable<Void> {
    repo.updateLike(isLiked: false, momentID: momentID, fromUserID: userID)
  }
}
