import Concurrency
import Foundation
import HTTP

/// The other side of the two sessions, inside the process: keeps one page and changes it on a like.
///
/// What it answers is the page as it is when the request arrives, however long the answer is held
/// back. It lives as long as it or one of its clients is kept.
struct MomentsServer: Sendable {
  private let server = InProcessServer()
  private let backend: Backend

  /// - Parameters:
  ///   - details: the page to begin with.
  ///   - log: is told of every request that arrives, before it is answered, on a thread of
  ///     `URLSession`: `getMoments 0`, `updateLike true moment 0 user 0`.
  init(_ details: MomentsDetails, log: @escaping @Sendable (String) -> Void = { _ in }) {
    let backend = Backend(details, log: log)
    let userID = details.userDetails.id
    server.answer(.get, "/users/\(userID)/moments") { _ in backend.list(ofUser: userID) }
    for moment in details.moments {
      server.answer(.put, "/moments/\(moment.id)/like") { backend.like(moment.id, $0) }
    }
    self.backend = backend
  }

  /// A client that this server answers.
  var client: HTTPClient { HTTPClient(server: server) }

  /// What has been asked, in the order of arrival.
  var requests: [HTTPRequest] { server.requests }

  /// Returns when that many requests have arrived in all.
  func received(_ count: Int) async { await server.received(count) }

  /// Answers the next request that has no plan yet in another way; requests take plans in the order of
  /// planning.
  func plan(_ plan: Plan) { backend.plans.withLock { $0.append(plan) } }

  /// What may happen to a request.
  enum Plan: Sendable {
    /// It is answered as always.
    case answer
    /// It is answered as always, and the answer waits until the gate is open.
    case hold(Gate)
    /// Nothing is done, and no answer comes.
    case fail(HTTPError.Reason)
    /// This is the answer, and nothing is done.
    case send(Answer)
  }
}

/// What a server keeps and knows.
private final class Backend: Sendable {
  let plans = Locked<[MomentsServer.Plan]>([])
  private let details: Locked<MomentsDetails>
  private let log: @Sendable (String) -> Void

  init(_ details: MomentsDetails, log: @escaping @Sendable (String) -> Void) {
    self.details = Locked(details)
    self.log = log
  }

  func list(ofUser userID: String) -> Answer {
    carryOut("getMoments \(userID)") { $0 }
  }

  func like(_ momentID: String, _ request: HTTPRequest) -> Answer {
    guard let data = request.body,
      let body = try? JSONDecoder().decode(UpdateMomentLikeSession.Body.self, from: data)
    else { return .status(400) }
    return carryOut("updateLike \(body.isLiked) moment \(momentID) user \(body.userID)") {
      details in
      let user = MomentsDetails.LikedUserDetails(
        id: body.userID, avatar: details.userDetails.avatar)
      return details.liking(body.isLiked, momentID: momentID, by: user)
    }
  }

  private func carryOut(
    _ name: String, change: @Sendable (MomentsDetails) -> MomentsDetails
  ) -> Answer {
    switch plans.withLock({ $0.isEmpty ? .answer : $0.removeFirst() }) {
    case .answer:
      log(name)
      return answer(after: change)
    case .hold(let gate):
      log(name)
      return answer(after: change).held(by: gate)
    case .fail(let reason):
      log("\(name) fails")
      return .fails(reason)
    case .send(let answer):
      log(name)
      return answer
    }
  }

  private func answer(after change: @Sendable (MomentsDetails) -> MomentsDetails) -> Answer {
    let changed = details.withLock { details in
      details = change(details)
      return details
    }
    guard let body = try? MomentsCoding.json.encode(changed) else { return .status(500) }
    return .json(body)
  }
}
