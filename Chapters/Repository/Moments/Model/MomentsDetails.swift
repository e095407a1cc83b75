/// What a user's page of moments shows: whose it is, and the moments on it.
struct MomentsDetails: Codable, Equatable, Sendable {
  /// Whose page it is.
  let userDetails: UserDetails
  /// The newest one first.
  let moments: [Moment]

  /// The owner of a page.
  struct UserDetails: Codable, Equatable, Sendable {
    let id: String
    let name: String
    /// The address of a picture, as the server sends it: it may be none.
    let avatar: String
    /// The address of a picture, as the server sends it: it may be none.
    let backgroundImage: String
  }
}

/// Prints who it is and how many moments there are: `Jake Lin, 2 moments`.
extension MomentsDetails: CustomStringConvertible {
  var description: String { "\(userDetails.name), \(moments.count) moments" }
}
