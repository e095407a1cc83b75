import Concurrency
import Foundation
import HTTP
import Loopback
import TestSupport
import Testing

@Suite(.serialized)
struct `The size limit` {
  static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  func client(_ server: LoopbackServer, limit: Int = 10) -> HTTPClient {
    HTTPClient(address: server.address, timeout: .seconds(86_400), bodyLimit: limit)
  }

  @Test(arguments: [
    LoopbackServer.Reply(body: "0123456789"),
    .init(bytes: chunked + "a\r\n0123456789\r\n0\r\n\r\n"),
    .init(body: ""),
  ])
  func `accepts a body of exactly that size`(reply: LoopbackServer.Reply) async throws {
    let server = try LoopbackServer(["/news": reply])
    let body = try await client(server).get("/news").body
    #expect(body.isEmpty || body == Data("0123456789".utf8))
  }

  @Test(arguments: [
    LoopbackServer.Reply(body: "0123456789a"), .init(body: "0", announcing: 11),
    .init(bytes: chunked + "b\r\n0123456789a\r\n0\r\n\r\n"),
  ])
  func `rejects a body that is a byte larger`(reply: LoopbackServer.Reply) async throws {
    let server = try LoopbackServer(["/news": reply])
    let failure = await #expect(throws: HTTPError.self) {
      try await client(server).get("/news")
    }
    #expect(failure?.reason == .tooLarge(limit: 10))
    #expect(
      failure?.description == "GET \(server.address)/news: answer too large: "
        + "ask for less, or allow more than 10 bytes")
  }

  @Test
  func `applies to an in-process server`() async {
    let server = InProcessServer()
    server.answer(.get, "/news", with: .json("0123456789a"))
    let failure = await #expect(throws: HTTPError.self) {
      try await HTTPClient(address: server.address, bodyLimit: 10).get("/news")
    }
    #expect(failure?.reason == .tooLarge(limit: 10))
  }

  /// The server sends until the client hangs up.
  @Test
  func `cancels an endless body, at 16 MB by default`() async throws {
    let hungUp = Gate()
    let server = try LoopbackServer([
      "/news": LoopbackServer.Reply(bytes: "HTTP/1.1 200 OK\r\n\r\n").withoutEnd(hangup: {
        hungUp.open()
      })
    ])
    let client = server.client
    let failure = await #expect(throws: HTTPError.self) { try await client.get("/news") }
    #expect(failure?.reason == .tooLarge(limit: 16 * 1024 * 1024))
    await hungUp.passed()
  }

  @Test
  func `does not prevent the time limit from ending an endless body`() async throws {
    // The server pauses until the time is up, because the client would buffer gigabytes until then.
    let (begun, isTimeUp, hungUp) = (Gate(), Gate(), Gate())
    let clock = ManualClock()
    let server = try LoopbackServer([
      "/news": LoopbackServer.Reply(bytes: "HTTP/1.1 200 OK\r\n\r\n")
        .withoutEnd(
          beginning: {
            begun.open()
            isTimeUp.wait()
          },
          hangup: { hungUp.open() })
    ])
    let client = HTTPClient(
      address: server.address, timeout: .seconds(5), bodyLimit: .max, clock: clock)
    let asking = Task { try await client.get("/news") }
    await begun.passed()
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let failure = await #expect(throws: HTTPError.self) { try await asking.value }
    #expect(failure?.reason == .timeout)
    isTimeUp.open()
    await hungUp.passed()
  }
}

@Suite(.serialized)
struct `The time limit` {
  let server = InProcessServer()
  let clock = ManualClock()
  let gate = Gate()

  @Test
  func `ends a request without an answer, when the clock says so`() async {
    server.answer(.get, "/slow", with: .json("[]").held(by: gate))
    let client = HTTPClient(address: server.address, timeout: .seconds(5), clock: clock)
    let asking = Task { try await client.get("/slow") }
    await server.received(1)
    await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let failure = await #expect(throws: HTTPError.self) { try await asking.value }
    #expect(failure?.reason == .timeout)
    gate.open()
  }

  @Test
  func `has no effect on a request that is answered in time`() async throws {
    server.answer(.get, "/slow", with: .json("[]").held(by: gate))
    let client = HTTPClient(address: server.address, timeout: .seconds(5), clock: clock)
    async let asked = client.get("/slow")
    await server.received(1)
    await clock.sleepers(1)
    clock.advance(by: .seconds(4.9))
    gate.open()
    let response = try await asked
    #expect(response.body == Data("[]".utf8))
  }

  @Test
  func `does not delay a cancelled task`() async {
    server.answer(.get, "/slow", with: .json("[]").held(by: gate))
    let client = HTTPClient(address: server.address, clock: clock)
    let asking = Task { try await client.get("/slow") }
    await server.received(1)
    asking.cancel()
    let failure = await #expect(throws: HTTPError.self) { try await asking.value }
    #expect(failure?.reason == .cancelled)
  }

  @Test
  func `does not start for a task that is already cancelled: nothing is sent`() async {
    let client = HTTPClient(address: server.address, clock: clock)
    let asking = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.get("/slow")
    }
    let failure = await #expect(throws: HTTPError.self) { try await asking.value }
    #expect(failure?.reason == .cancelled)
    #expect(server.requests == [])
    #expect(client.requestCount == 0)
  }
}
