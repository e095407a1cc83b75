extension MomentsDetails {
  /// Something that a friend has posted.
  struct Moment: Codable, Equatable, Sendable {
    let id: String
    /// Who has posted it.
    let userDetails: MomentUserDetails
    let type: MomentType
    let title: String?
    /// The address that a moment of type ``MomentType/url`` points to.
    let url: String?
    /// The addresses of pictures.
    let photos: [String]
    /// Seconds since 1970, in decimal digits.
    let createdDate: String
    /// Whether the user of this app likes it; nil if the server was not asked for likes.
    let isLiked: Bool?
    /// Who likes it; nil if the server was not asked for likes.
    let likes: [LikedUserDetails]?
  }

  /// Who has posted a moment.
  struct MomentUserDetails: Codable, Equatable, Sendable {
    let name: String
    let avatar: String
  }

  /// Somebody who likes a moment.
  struct LikedUserDetails: Codable, Equatable, Sendable {
    let id: String
    let avatar: String
  }

  /// What a moment consists of; the raw values are the server's.
  enum MomentType: String, Codable, Sendable {
    case url = "URL"
    case photos = "PHOTOS"
  }
}
