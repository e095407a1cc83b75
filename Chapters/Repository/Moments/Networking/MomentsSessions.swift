import Foundation
import HTTP
import MiniRx

/// Requests the moments that a user may see.
protocol GetMomentsByUserIDSessionType: Sendable {
  /// Emits the moments, then completes, or fails with a ``MomentsSessionError``. Each subscription
  /// sends a request. Events may be delivered on any thread.
  func getMoments(userID: String) -> Observable<MomentsDetails>
}

/// Sends to the server whether a user likes a moment.
protocol UpdateMomentLikeSessionType: Sendable {
  /// Emits the whole timeline after the change, then completes, or fails with a
  /// ``MomentsSessionError``. Each subscription sends a request. Events may be on any thread.
  func updateLike(
    _ isLiked: Bool, momentID: String, fromUserID userID: String
  ) -> Observable<MomentsDetails>
}

/// Requests the moments from a server: `GET /users/0/moments`.
struct GetMomentsByUserIDSession: GetMomentsByUserIDSessionType {
  let client: HTTPClient

  func getMoments(userID: String) -> Observable<MomentsDetails> {
    client.moments(HTTPRequest(.get, "/users/\(userID)/moments"))
  }
}

/// Sends a like to a server: `PUT /moments/0/like` with `{"isLiked":true,"userID":"0"}`.
struct UpdateMomentLikeSession: UpdateMomentLikeSessionType {
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

extension HTTPClient {
  /// Emits the timeline in the response: `(next completed) | error`. Each subscription sends a
  /// request, which its disposal cancels. Events are delivered on a thread of Swift's pool.
  func moments(_ request: HTTPRequest) -> Observable<MomentsDetails> {
    .create { observer in
      let task = Task {
        do {
          observer.onNext(try await self.details(request))
          observer.onCompleted()
        } catch {
          observer.onError(error)
        }
      }
      return Disposables.create { task.cancel() }
    }
  }

  private func details(_ request: HTTPRequest) async throws(MomentsSessionError) -> MomentsDetails {
    let response: HTTPResponse
    do { response = try await send(request) } catch { throw .failed(error) }
    do {
      return try MomentsCoding.json.decode(response.body)
    } catch {
      throw .undecodable(request: "\(request)", reason: "\(error)")
    }
  }
}

enum MomentsSessionError: Error, Equatable {
  case failed(HTTPError)
  /// The response is not a timeline; `reason` is the decoder's message.
  case undecodable(request: String, reason: String)
}

extension MomentsSessionError: CustomStringConvertible, LocalizedError {
  /// The cause in two or three words: `offline`, `status 500`.
  var description: String {
    switch self {
    case .failed(let error): "\(error.reason)"
    case .undecodable: "answer cannot be decoded"
    }
  }

  /// The request, the cause, and what to do.
  var errorDescription: String? {
    switch self {
    case .failed(let error): "\(error)"
    case .undecodable(let request, let reason):
      "\(request): \(self): \(reason). Update the app, or report it to the operator of the server."
    }
  }
}
