/// A user's timeline: its owner, and the moments on it.
struct MomentsDetails: Codable, Equatable, Sendable {
  /// The owner of the timeline.
  let userDetails: UserDetails
  /// The moments, newest first.
  let moments: [Moment]

  /// The owner of a timeline.
  struct UserDetails: Codable, Equatable, Sendable {
    let id: String
    let name: String
    /// The address of a picture, as the server sends it; it may be invalid.
    let avatar: String
    /// The address of a picture, as the server sends it; it may be invalid.
    let backgroundImage: String
  }
}

/// Prints the owner and the number of moments: `Jake Lin, 2 moments`.
extension MomentsDetails: CustomStringConvertible {
  var description: String { "\(userDetails.name), \(moments.count) moments" }
}

extension MomentsDetails {
  /// A post of a friend.
  struct Moment: Codable, Equatable, Sendable {
    let id: String
    /// The author.
    let userDetails: MomentUserDetails
    let type: MomentType
    let title: String?
    /// The address of a moment of type ``MomentType/url``.
    let url: String?
    /// The addresses of pictures.
    let photos: [String]
    /// Seconds since 1970, in decimal digits.
    let createdDate: String
    /// Whether the user of this app likes it; nil if likes were not requested.
    let isLiked: Bool?
    /// The users who like it; nil if likes were not requested.
    let likes: [LikedUserDetails]?
  }

  /// The author of a moment.
  struct MomentUserDetails: Codable, Equatable, Sendable {
    let name: String
    let avatar: String
  }

  /// A user who likes a moment.
  struct LikedUserDetails: Codable, Equatable, Sendable {
    let id: String
    let avatar: String
  }

  /// The kind of a moment. The raw values are the server's.
  enum MomentType: String, Codable, Sendable {
    case url = "URL"
    case photos = "PHOTOS"
  }
}

extension MomentsDetails {
  /// The moment with that id; nil if there is none.
  func moment(withID id: String) -> Moment? { moments.first { $0.id == id } }

  /// The timeline after a user has liked or unliked a moment. The server computes it; the app only
  /// shows the server's response.
  func liking(_ isLiked: Bool, momentID: String, by user: LikedUserDetails) -> MomentsDetails {
    MomentsDetails(
      userDetails: userDetails,
      moments: moments.map { moment in
        guard moment.id == momentID else { return moment }
        let others = (moment.likes ?? []).filter { $0.id != user.id }
        return Moment(
          id: moment.id, userDetails: moment.userDetails, type: moment.type, title: moment.title,
          url: moment.url, photos: moment.photos, createdDate: moment.createdDate,
          isLiked: isLiked, likes: isLiked ? others + [user] : others)
      })
  }
}
