/// A user's timeline: its owner, and the moments on it.
struct MomentsDetails: Codable, Equatable, Sendable, CustomStringConvertible {
  let userDetails: UserDetails
  /// The moments, newest first.
  let moments: [Moment]

  /// The owner of a timeline, the author of a moment, or a user who likes one.
  struct UserDetails: Codable, Equatable, Sendable {
    let id: String
    let name: String
  }

  struct Moment: Codable, Equatable, Sendable {
    let id: String
    let userDetails: UserDetails
    let title: String
    /// Whether the user of this app likes it.
    let isLiked: Bool
  }

  /// `Jake Lin, 2 moments`
  var description: String { "\(userDetails.name), \(moments.count) moments" }

  func moment(withID id: String) -> Moment? { moments.first { $0.id == id } }

  /// The timeline after its owner has liked or unliked a moment. The server computes it; the app
  /// only shows the server's response.
  func liking(_ isLiked: Bool, momentID: String) -> MomentsDetails {
    MomentsDetails(
      userDetails: userDetails,
      moments: moments.map { moment in
        guard moment.id == momentID else { return moment }
        return Moment(
          id: moment.id, userDetails: moment.userDetails, title: moment.title, isLiked: isLiked)
      })
  }
}
