import Foundation
import MiniRx

/// A moment in a list. It is a snapshot of one moment: when the moments change, the timeline creates new
/// rows. It uses the repository only to send likes.
struct MomentListItemViewModel: ListItemViewModel {
  let momentID: String
  let userName: String
  /// Nil if the server's address is invalid.
  let avatarURL: URL?
  let title: String?
  /// The first picture, if there is one.
  let photoURL: URL?
  /// Nil if the server's date is not a number of seconds.
  let postDate: Date?
  let isLiked: Bool
  /// The pictures of the users who like it, without invalid addresses.
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

  /// Tracks the like and sends it, for each subscription.
  func like(from userID: String) -> Observable<Void> {
    update(true, from: userID, tracking: .like(momentID: momentID, userID: userID))
  }

  /// Tracks the unlike and sends it, for each subscription.
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

/// A user's action on a moment, for analytics.
enum MomentAction: Equatable, Sendable {
  case like(momentID: String, userID: String)
  case unlike(momentID: String, userID: String)

  /// Records an action; called before the request is sent.
  typealias Tracker = @Sendable (MomentAction) -> Void
}

extension URL {
  /// The address, or nil if it holds anything that an address cannot hold.
  ///
  /// `URL(string:)` alone would percent-encode the blanks of "not an address" and take it for one.
  init?(strict text: String) {
    self.init(string: text, encodingInvalidCharacters: false)
  }
}
