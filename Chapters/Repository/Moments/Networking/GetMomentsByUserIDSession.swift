import Foundation
import HTTP
import MiniRx

/// Asks a server: `GET /users/0/moments?withLikes=true`.
struct GetMomentsByUserIDSession: GetMomentsByUserIDSessionType {
  let client: HTTPClient
  /// Whether the answer is to say who likes what; a feature toggle of the app.
  var withLikes = true

  func getMoments(userID: String) -> Observable<MomentsDetails> {
    client.moments(
      HTTPRequest(
        .get, "/users/\(userID)/moments",
        query: [URLQueryItem(name: "withLikes", value: "\(withLikes)")]))
  }
}
