import Foundation
import HTTP
import Locking

/// The other side of the two sessions, inside the process: keeps one page and changes it on a like.
///
/// What it answers is the page as it is when the request arrives, however long the answer is held
/// back.
final class MomentsServer: Sendable {
  /// What one request asks for: prints as `getMoments 0` or `updateLike true moment 0 user 0`.
  typealias Log = @Sendable (String) -> Void

  private let server = InProcessServer()
  private let details: Locked<MomentsDetails>
  private let gates = Locked<[Gate]>([])
  private let log: Log

  /// - Parameters:
  ///   - details: the page to begin with.
  ///   - log: is told of every request that arrives, before it is answered, on a thread of
  ///     `URLSession`.
  init(_ details: MomentsDetails, log: @escaping Log = { _ in }) {
    self.details = Locked(details)
    self.log = log
    server.answer(.get, "/users/\(details.userDetails.id)/moments") { [weak self] request in
      self?.list(request) ?? .fails(.offline)
    }
    for moment in details.moments {
      server.answer(.put, "/moments/\(moment.id)/like") { [weak self] request in
        self?.like(request, momentID: moment.id) ?? .fails(.offline)
      }
    }
  }

  /// A client that this server answers; the server has to be kept beside it.
  var client: HTTPClient { HTTPClient(server: server) }

  /// How many requests have arrived.
  var requestCount: Int { server.requests.count }

  /// Returns when that many requests have arrived in all.
  func received(_ count: Int) async { await server.received(count) }

  /// Holds the answer to the next request that has none of its own yet until the gate is open.
  func holdNextAnswer(until gate: Gate) { gates.withLock { $0.append(gate) } }

  private func list(_ request: HTTPRequest) -> Answer {
    log("getMoments \(request.path.split(separator: "/")[1])")
    return answer(with: details.withLock { $0 })
  }

  private func like(_ request: HTTPRequest, momentID: String) -> Answer {
    typealias Body = UpdateMomentLikeSession.Body
    guard let data = request.body, let body = try? JSONDecoder().decode(Body.self, from: data)
    else { return .status(400) }
    log("updateLike \(body.isLiked) moment \(momentID) user \(body.userID)")
    return answer(
      with: details.withLock { details in
        let user = MomentsDetails.LikedUserDetails(
          id: body.userID, avatar: details.userDetails.avatar)
        details = details.liking(body.isLiked, momentID: momentID, by: user)
        return details
      })
  }

  private func answer(with details: MomentsDetails) -> Answer {
    guard let body = try? MomentsCoding.json.encode(details) else { return .status(500) }
    let gate = gates.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    let answer = Answer.json(body)
    return gate.map(answer.held) ?? answer
  }
}
