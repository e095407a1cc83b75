import Concurrency
import Foundation
import HTTP
import Loopback
import TestSupport
import Testing

@Suite(.serialized)
struct `An in-process server` {
  let server = InProcessServer()

  func client() -> HTTPClient { HTTPClient(server: server) }

  func reason(_ answer: StubResponse) async -> HTTPError.Reason? {
    server.answer(.get, "/news", with: answer)
    do {
      _ = try await client().get("/news")
      return nil
    } catch {
      return error.reason
    }
  }

  @Test
  func `answers with a status, a body and its address`() async throws {
    server.answer(.get, "/news", with: .json("[1]", status: 201))
    let response = try await client().get("/news")
    #expect(response.status == 201)
    #expect(response.body == Data("[1]".utf8))
    #expect(response.url == server.address.appending(path: "/news"))
  }

  @Test
  func `receives method, path, query and body`() async throws {
    let request = HTTPRequest(
      .post, "/likes of Ann", query: [URLQueryItem(name: "a&b", value: "c d+é")],
      body: Data(#"{"liked":true}"#.utf8))
    server.answer(.post, "/likes of Ann", with: .status(204))
    let response = try await client().send(request)
    let requests = server.requests
    #expect(response.status == 204)
    #expect(response.body == Data())
    #expect(requests == [request])
  }

  @Test
  func `sends its responses in order and repeats the last one`() async throws {
    server.answer(.get, "/news", with: .json("1"), .json("2"))
    var bodies: [Data] = []
    for _ in 0..<3 { bodies.append(try await client().get("/news").body) }
    #expect(bodies == [Data("1".utf8), Data("2".utf8), Data("2".utf8)])
    #expect(server.requests.count == 3)
  }

  @Test
  func `releases a replaced closure outside the lock`() {
    let counts = Recorder<Int>()
    let isReplaced = finishes { [server] in
      do {
        let probe = DeinitProbe { [weak server] in counts.record(server?.requests.count ?? -1) }
        server.answer(.get, "/news") { [probe] _ in withExtendedLifetime(probe) { .status(204) } }
      }
      server.answer(.get, "/news") { _ in .status(404) }
    }
    #expect(isReplaced)
    #expect(counts.entries == [0])
  }

  @Test
  func `answers 404 by default`() async {
    let failure = await #expect(throws: HTTPError.self) { try await client().get("/nothing") }
    #expect(failure?.reason == .status(404))
    #expect(
      failure?.description == "GET \(server.address)/nothing: status 404: "
        + "check the address and what was sent")
  }

  @Test(arguments: [
    (StubResponse.status(500), HTTPError.Reason.status(500)),
    (.fails(.offline), .offline),
    (.fails(.refused), .refused),
    (.fails(.timeout), .timeout),
    (.fails(.notHTTP), .notHTTP),
  ])
  func `fails as its script says`(answer: StubResponse, expected: HTTPError.Reason) async {
    let reason = await reason(answer)
    #expect(reason == expected)
  }

  @Test
  func `does not receive the requests of another server`() async throws {
    let other = InProcessServer()
    other.answer(.get, "/news", with: .json("other"))
    server.answer(.get, "/news", with: .json("this"))
    let body = try await client().get("/news").body
    #expect(body == Data("this".utf8))
    #expect(other.requests == [])
  }

  @Test
  func `sends held responses in the order in which their gates open`() async throws {
    let (first, second) = (Gate(), Gate())
    server.answer(.get, "/first", with: .json("1").held(by: first))
    server.answer(.get, "/second", with: .json("2").held(by: second))
    let client = client()
    async let one = client.get("/first")
    async let two = client.get("/second")
    await server.received(2)
    second.open()
    let secondBody = try await two.body
    first.open()
    let firstBody = try await one.body
    #expect(secondBody == Data("2".utf8))
    #expect(firstBody == Data("1".utf8))
  }

  @Test
  func `answers many concurrent requests`() async throws {
    server.answer(.get, "/news", with: .json("[]"))
    let client = client()
    let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<200 { group.addTask { try await client.get("/news").body } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(bodies == Array(repeating: Data("[]".utf8), count: 200))
    #expect(server.requests.count == 200)
  }
}
