import Foundation
import HTTP
import MiniRx

/// Tells a server: `PUT /moments/0/like` with `{"isLiked":true,"userID":"0"}`.
struct UpdateMomentLikeSession: UpdateMomentLikeSessionType {
  /// What is sent along.
  struct Body: Codable, Equatable {
    let isLiked: Bool
    let userID: String
  }

  let client: HTTPClient

  func updateLike(
    _ isLiked: Bool, momentID: String, fromUserID userID: String
  ) -> Observable<MomentsDetails> {
    do {
      let body = try JSONEncoder().encode(Body(isLiked: isLiked, userID: userID))
      return client.moments(HTTPRequest(.put, "/moments/\(momentID)/like", body: body))
    } catch {
      return .error(error)
    }
  }
}
