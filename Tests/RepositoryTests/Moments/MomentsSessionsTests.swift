import Concurrency
import Foundation
import HTTP
import MiniRx
import TestSupport
import Testing

@testable import Chapter_Repository

/// Requests through `URLSession` to an in-process server.
@Suite(.serialized)
struct `The sessions of Moments` {
  private let server: MomentsServer
  init() throws { server = MomentsServer(try .fixture()) }

  private func list() -> Observable<MomentsDetails> {
    GetMomentsByUserIDSession(client: server.client).getMoments(userID: "0")
  }

  @Test
  func `request a user's moments`() async throws {
    let history = History()
    let fixture = try MomentsDetails.fixture()
    await list().map { $0 == fixture }.ended { history.record("\($0)") }
    #expect(history.entries == ["next(true)", "completed"])
    #expect(server.requests.map(\.description) == ["GET /users/0/moments"])
  }

  @Test
  func `send a like and emit the whole timeline`() async throws {
    let history = History()
    let session = UpdateMomentLikeSession(client: server.client)
    for isLiked in [true, false] {
      await session.updateLike(isLiked, momentID: "0", fromUserID: "0")
        .map { $0.moment(withID: "0")?.isLiked }
        .ended { history.record("\($0)") }
    }
    let bodies = try server.requests.map { request in
      try JSONDecoder().decode(UpdateMomentLikeSession.Body.self, from: try #require(request.body))
    }
    #expect(
      history.entries == [
        "next(Optional(true))", "completed", "next(Optional(false))", "completed",
      ])
    #expect(server.requests.map(\.description) == ["PUT /moments/0/like", "PUT /moments/0/like"])
    #expect(bodies == [.init(isLiked: true, userID: "0"), .init(isLiked: false, userID: "0")])
  }

  @Test(arguments: [
    (MomentsServer.Plan.fail(.offline), "error(offline)"),
    (.fail(.timeout), "error(timeout)"),
    (.send(.status(500)), "error(status 500)"),
    (.send(.json("not JSON")), "error(answer cannot be decoded)"),
    (.send(.json("{}")), "error(answer cannot be decoded)"),
  ])
  func `fail with the cause in a few words`(
    plan: MomentsServer.Plan, event: String
  ) async {
    server.plan(plan)
    let history = History()
    await list().ended { history.record("\($0)") }
    #expect(history.entries == [event])
  }

  @Test
  func `say in a sentence what was requested, what failed and what to do`() async throws {
    let texts = History()
    for plan in [MomentsServer.Plan.fail(.offline), .send(.json("{}"))] {
      server.plan(plan)
      await list().ended { event in
        if let error = event.error { texts.record(error.localizedDescription) }
      }
    }
    let offline = try #require(texts.entries.first)
    let undecodable = try #require(texts.entries.last)
    #expect(offline.contains("/users/0/moments"))
    #expect(offline.contains("offline"))
    #expect(offline.contains("try again"))
    #expect(undecodable.hasPrefix("GET /users/0/moments: answer cannot be decoded: "))
    #expect(undecodable.hasSuffix("Update the app, or report it to the operator of the server."))
  }

  @Test
  func `send once per subscription, and cancel when disposed`() async throws {
    let gate = Gate()
    server.plan(.hold(gate))
    let session = list()
    #expect(server.requests.isEmpty)
    let history = History()
    let subscription = session.subscribe { history.record("\($0)") }
    await server.received(1)
    subscription.dispose()
    gate.open()
    await session.ended { history.record("later: \($0)") }
    #expect(history.entries == ["later: next(Jake Lin, 2 moments)", "later: completed"])
    #expect(server.requests.count == 2)
  }
}
