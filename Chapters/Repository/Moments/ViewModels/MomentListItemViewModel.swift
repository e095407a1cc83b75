import Foundation
import MiniRx

/// A moment in a list. It is made from one moment and never changes: when the moments change, the
/// timeline makes new rows. All it does with the repository is to send likes.
struct MomentListItemViewModel: ListItemViewModel {
  let momentID: String
  let userName: String
  /// Nil when the server sent no usable address.
  let avatarURL: URL?
  let title: String?
  /// The first picture; nil when there is none.
  let photoURL: URL?
  /// Nil when the server sent something else than seconds.
  let postDate: Date?
  let isLiked: Bool
  /// The pictures of those who like it, without unusable addresses.
  let likes: [URL]

  private let repo: any MomentsRepoType
  private let track: MomentAction.Tracker

  init(
    _ moment: MomentsDetails.Moment, repo: any MomentsRepoType,
    track: @escaping MomentAction.Tracker
  ) {
    momentID = moment.id
    userName = moment.userDetails.name
    avatarURL = URL(strict: moment.userDetails.avatar)
    title = moment.title
    photoURL = moment.photos.first.flatMap(URL.init(strict:))
    postDate = TimeInterval(moment.createdDate).map(Date.init(timeIntervalSince1970:))
    isLiked = moment.isLiked ?? false
    likes = (moment.likes ?? []).compactMap { URL(strict: $0.avatar) }
    self.repo = repo
    self.track = track
  }

  /// Takes note of the like and sends it, both when somebody subscribes.
  func like(from userID: String) -> Observable<Void> {
    update(true, from: userID, tracking: .like(momentID: momentID, userID: userID))
  }

  /// Takes note of the like that is taken back, and sends that, both when somebody subscribes.
  func unlike(from userID: String) -> Observable<Void> {
    update(false, from: userID, tracking: .unlike(momentID: momentID, userID: userID))
  }

  private func update(
    _ isLiked: Bool, from userID: String, tracking action: MomentAction
  ) -> Observable<Void> {
    repo.updateLike(isLiked: isLiked, momentID: momentID, fromUserID: userID)
      .do(onSubscribe: { [track] in track(action) })
  }
}
