/// What a user does to a moment, for whoever counts such things.
enum MomentAction: Equatable, Sendable {
  case like(momentID: String, userID: String)
  case unlike(momentID: String, userID: String)

  /// Takes note of an action. It is called before the server is asked.
  typealias Tracker = @Sendable (MomentAction) -> Void
}
