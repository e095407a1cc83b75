import Concurrency
import Foundation
import HTTP

/// The in-process server of the two sessions, which stores one timeline and updates it for each
/// like. A response contains the timeline at the arrival of the request, even if it is held back.
struct MomentsServer: Sendable {
  private let server = InProcessServer()
  private let backend: Backend

  /// `log` receives a line for each request before the response, on a `URLSession` thread:
  /// `getMoments 0`, `updateLike true moment 0 user 0`.
  init(_ details: MomentsDetails, log: @escaping @Sendable (String) -> Void = { _ in }) {
    let backend = Backend(details: Locked(details), log: log)
    let userID = details.userDetails.id
    server.answer(.get, "/users/\(userID)/moments") { _ in backend.list(ofUser: userID) }
    for moment in details.moments {
      server.answer(.put, "/moments/\(moment.id)/like") { backend.like(moment.id, $0) }
    }
    self.backend = backend
  }

  var client: HTTPClient { HTTPClient(server: server) }

  var requests: [HTTPRequest] { server.requests }

  /// Returns when that many requests have arrived in total.
  func received(_ count: Int) async { await server.received(count) }

  /// Plans the outcome of the next request that has no plan. Other requests have the normal
  /// response.
  func plan(_ plan: Plan) { backend.plans.withLock { $0.append(plan) } }

  enum Plan: Sendable {
    /// The normal response, held until the gate opens.
    case hold(Gate)
    /// The request fails, and the timeline does not change.
    case fail(HTTPError.Reason)
    /// This response, and the timeline does not change.
    case send(StubResponse)
  }
}

private struct Backend: Sendable {
  let plans = Locked<[MomentsServer.Plan]>([])
  let details: Locked<MomentsDetails>
  let log: @Sendable (String) -> Void

  func list(ofUser userID: String) -> StubResponse { perform("getMoments \(userID)") { $0 } }

  func like(_ momentID: String, _ request: HTTPRequest) -> StubResponse {
    guard let data = request.body,
      let body = try? JSONDecoder().decode(UpdateMomentLikeSession.Body.self, from: data)
    else { return .status(400) }
    return perform("updateLike \(body.isLiked) moment \(momentID) user \(body.userID)") {
      $0.liking(body.isLiked, momentID: momentID)
    }
  }

  private func perform(
    _ name: String, change: @Sendable (MomentsDetails) -> MomentsDetails
  ) -> StubResponse {
    let plan = plans.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if case .fail(let reason) = plan {
      log("\(name) fails")
      return .fails(reason)
    }
    log(name)
    if case .send(let response) = plan { return response }
    let changed = details.withLock { details in
      details = change(details)
      return details
    }
    guard let body = try? MomentsCoding.json.encode(changed) else { return .status(500) }
    return if case .hold(let gate) = plan { .json(body).held(by: gate) } else { .json(body) }
  }
}
