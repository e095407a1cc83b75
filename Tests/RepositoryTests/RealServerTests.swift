import Concurrency
import Foundation
import HTTP
import Loopback
import TestSupport
import Testing

@testable import Chapter_Repository

/// The cached repository over a real socket.
@Suite(.serialized)
struct `A repository over a real server` {
  static let two = #"[{"id": 1, "title": "Ann"}, {"id": 2, "title": "Bob"}]"#

  /// The text of a screen over the cached repository. No time passes for its client.
  @MainActor
  func shown(at address: URL, stored: [News]? = nil) async -> String {
    let client = HTTPClient(address: address, timeout: .seconds(5), clock: ManualClock())
    let viewModel = NewsListViewModel(
      newsListRepository: CachedNewsListRepository(
        newsListRemoteAPI: HTTPNewsListRemoteAPI(client: client),
        newsListDataStore: MemoryNewsListDataStore(stored)))
    await viewModel.reload()
    return viewModel.shown
  }

  @Test(arguments: [
    (LoopbackServer.Reply(body: two), "viewModel: 2 news"),
    (.init(status: "404 Not Found", body: "nothing here"), "error: status 404"),
    (.init(status: "500 Internal Server Error"), "error: status 500"),
    (.init(body: two, announcing: 1000), "error: answer truncated"),
    (.init(body: #"[{"id": 1, "title"#), "error: not a news list"),
    (.init(body: #"{"news": []}"#), "error: not a news list"),
    (.init(bytes: "hello"), "error: not an HTTP answer"),
  ])
  func `shows the list, or the kind of failure`(
    reply: LoopbackServer.Reply, expected: String
  ) async throws {
    let server = try LoopbackServer(["/news.json": reply])
    let shown = await shown(at: server.address)
    #expect(shown == expected)
    #expect(server.requestLines == ["GET /news.json HTTP/1.1"])
  }

  @Test
  func `reports a refused connection, and shows the stored list`() async throws {
    let port = try RefusingPort()
    let shown = await shown(at: port.address, stored: [News(id: 1, title: "Ann")])
    #expect(shown == "viewModel: 1 news, error: connection refused")
  }

  @Test
  func `names the address and what to do in its error's text`() async throws {
    let server = try LoopbackServer(["/news.json": .init(body: "[1]")])
    let remote = HTTPNewsListRemoteAPI(
      client: HTTPClient(address: server.address, timeout: .seconds(86_400)))
    let failure = await #expect(throws: NewsListFormatError.self) {
      try await remote.requestNewsList()
    }
    let text = "\(try #require(failure))"
    #expect(text.hasPrefix("\(server.address)/news.json: not a news list ("))
    #expect(text.hasSuffix("); check the address, or add a repository for its format"))
  }

  @Test
  func `also serves another network client`() async throws {
    let server = try LoopbackServer(["/news.json": .init(body: Self.two)])
    let remote = DelegateNewsListRemoteAPI(
      insteadOf: HTTPClient(address: server.address, timeout: .seconds(86_400)))
    let news = try await remote.requestNewsList()
    #expect(news.map(\.id) == [1, 2])
    #expect(server.requestLines == ["GET /news.json HTTP/1.1"])
  }

  @Test(arguments: [
    (LoopbackServer.Reply(status: "500 Oh"), HTTPError.Reason.status(500)),
    (
      .init(status: "401 No", headers: ["WWW-Authenticate: Basic realm=\"news\""], body: "who?"),
      .status(401)
    ),
    (
      .init(body: String(repeating: "sixteen letters ", count: 1 << 20) + "."),
      .tooLarge(limit: 16 << 20)
    ),
    (.init(body: "[1", announcing: 100), .truncated),
    (.init(bytes: "hello"), .notHTTP),
  ])
  func `fails in the same ways for another network client`(
    reply: LoopbackServer.Reply, expected: HTTPError.Reason
  ) async throws {
    let server = try LoopbackServer(["/news.json": reply])
    let remote = DelegateNewsListRemoteAPI(
      insteadOf: HTTPClient(address: server.address, timeout: .seconds(86_400)))
    let failure = await #expect(throws: HTTPError.self) { try await remote.requestNewsList() }
    #expect(failure?.reason == expected)
  }
}

/// Foundation on Linux crashes if a task is cancelled while its response is delivered.
@Suite(.serialized)
struct `Another network client that is cancelled` {
  @Test(.exitTest)
  func `lets a response of the in-process server end by itself`() async {
    await #expect(processExitsWith: .success) {
      let server = InProcessServer()
      for round in 1...300 {
        let gate = Gate()
        server.answer(.get, HTTPNewsListRemoteAPI.path, with: .json("[]").held(by: gate))
        let remote = DelegateNewsListRemoteAPI(insteadOf: HTTPClient(server: server))
        let asking = Task { _ = try? await remote.requestNewsList() }
        await server.received(round)
        Thread.detachNewThread { gate.open() }
        asking.cancel()
        await asking.value
      }
    }
  }
}
