import Foundation

/// The row on top of a page: whose it is.
struct UserProfileListItemViewModel: ListItemViewModel {
  let name: String
  /// Nil when the server sent no usable address.
  let avatarURL: URL?
  /// Nil when the server sent no usable address.
  let backgroundImageURL: URL?

  init(_ user: MomentsDetails.UserDetails) {
    name = user.name
    avatarURL = URL(strict: user.avatar)
    backgroundImageURL = URL(strict: user.backgroundImage)
  }
}
