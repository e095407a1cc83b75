import Foundation
import HTTP
import Loopback
import Testing

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
    let client = HTTPClient(address: server.address, timeout: .seconds(86_400))
    for _ in 1...20 {
      let failure = await #expect(throws: HTTPError.self) { try await client.get("/closed") }
      let response = try await client.get("/open")
      #expect(failure?.reason == .status(401))
      #expect(response.body == Data("[]".utf8))
    }
  }
}
