import Foundation
import MiniRx

/// The view model of a moment in a list. It is a snapshot: when the moments change, the timeline
/// creates new rows. It uses the repository only to send likes.
struct MomentListItemViewModel: ListItemViewModel {
  let momentID: String
  let userName: String
  /// The author's picture; nil if the address is invalid.
  let avatarURL: URL?
  let title: String?
  /// The first photo, if any.
  let photoURL: URL?
  /// The date of the post; nil if the server's value is not a number of seconds.
  let postDate: Date?
  let isLiked: Bool
  /// The pictures of the users who like it; invalid addresses are left out.
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

  /// Tracks and sends a like for each subscription.
  func like(from userID: String) -> Observable<Void> {
    update(true, from: userID, tracking: .like(momentID: momentID, userID: userID))
  }

  /// Tracks and sends an unlike for each subscription.
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
  /// Creates a URL without percent-encoding: nil if the text contains an invalid character.
  ///
  /// `URL(string:)` alone would percent-encode the spaces of "not an address" and accept it.
  init?(strict text: String) {
    self.init(string: text, encodingInvalidCharacters: false)
  }
}
