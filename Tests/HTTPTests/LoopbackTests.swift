import Concurrency
import Foundation
import HTTP
import Loopback
import Testing

/// The client over a real socket.
@Suite(.serialized)
struct `A real server` {
  func reason(_ reply: LoopbackServer.Reply) async throws -> HTTPError.Reason? {
    let server = try LoopbackServer(["/news": reply])
    do {
      _ = try await server.client.get("/news")
      return nil
    } catch {
      return error.reason
    }
  }

  @Test
  func `receives a request for a path and responds`() async throws {
    let server = try LoopbackServer(["/news": .init(body: "[1]")])
    let response = try await server.client.get("/news")
    let lines = server.requestLines
    #expect(response.body == Data("[1]".utf8))
    #expect(lines == ["GET /news HTTP/1.1"])
  }

  @Test(arguments: [
    (LoopbackServer.Reply(status: "404 Not Found"), HTTPError.Reason.status(404)),
    (.init(status: "500 Internal Server Error", body: "oh"), .status(500)),
    (.init(body: "[1, 2", announcing: 100), .truncated),
    (.init(bytes: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[1"), .truncated),
    (.init(bytes: "220 mail.example ready\r\n"), .notHTTP),
    (.init(bytes: ""), .notHTTP),
    (.init(status: "302 Found", headers: ["Location: /other"]), .status(302)),
    (.init(status: "308 Permanent Redirect", headers: ["Location: ftp://x"]), .status(308)),
    (.init(status: "302 Found", body: "nowhere"), .status(302)),
  ])
  func `fails with a specific reason`(
    reply: LoopbackServer.Reply, expected: HTTPError.Reason
  ) async throws {
    let reason = try await reason(reply)
    #expect(reason == expected)
  }

  #if os(Linux)
    @Test
    func `needs a blank after the colon of a header`() async throws {
      let replies = ["content-length:2", "content-length: 2"].map {
        LoopbackServer.Reply(bytes: "HTTP/1.1 200 OK\r\n\($0)\r\n\r\n[]")
      }
      let reasons = try await [reason(replies[0]), reason(replies[1])]
      #expect(reasons == [.notHTTP, nil])
    }
  #endif

  @Test
  func `may be unreachable`() async throws {
    let port = try RefusingPort()
    let failure = await #expect(throws: HTTPError.self) {
      try await HTTPClient(address: port.address, timeout: .seconds(86_400)).get("/news")
    }
    #expect(failure?.reason == .refused)
    #expect(
      failure?.description
        == "GET \(port.address)/news: connection refused: start the server, or check its port")
  }
}

@Suite(.serialized)
struct `A challenge for credentials` {
  /// The clock never advances, so a request that waits for credentials would never end.
  @Test(arguments: [
    "Basic realm=\"news\"", "Basic", "Digest realm=\"news\", nonce=\"1\"", "Bearer", "Negotiate",
    "",
  ])
  func `is status 401 at once`(challenge: String) async throws {
    let server = try LoopbackServer([
      "/news": .init(
        status: "401 Unauthorized", headers: ["WWW-Authenticate: \(challenge)"], body: "who?")
    ])
    let client = HTTPClient(address: server.address, clock: ManualClock())
    let failure = await #expect(throws: HTTPError.self) { try await client.get("/news") }
    #expect(failure?.reason == .status(401))
    #expect(server.requestLines == ["GET /news HTTP/1.1"])
  }

  @Test
  func `of a proxy is status 407`() async throws {
    let server = try LoopbackServer([
      "/news": .init(
        status: "407 Proxy Authentication Required",
        headers: ["Proxy-Authenticate: Basic realm=\"news\""])
    ])
    let client = HTTPClient(address: server.address, clock: ManualClock())
    let failure = await #expect(throws: HTTPError.self) { try await client.get("/news") }
    #expect(failure?.reason == .status(407))
  }

  @Test
  func `does not prevent the client from sending again`() async throws {
    let server = try LoopbackServer([
      "/closed": .init(
        status: "401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"news\""]),
      "/open": .init(body: "[]"),
    ])
    let client = server.client
    for _ in 1...20 {
      let failure = await #expect(throws: HTTPError.self) { try await client.get("/closed") }
      let response = try await client.get("/open")
      #expect(failure?.reason == .status(401))
      #expect(response.body == Data("[]".utf8))
    }
  }
}

extension LoopbackServer {
  /// A client that waits for a day.
  var client: HTTPClient { HTTPClient(address: address, timeout: .seconds(86_400)) }
}
