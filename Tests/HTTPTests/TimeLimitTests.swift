import Concurrency
import Foundation
import HTTP
import Loopback
import TestSupport
import Testing

@Suite(.serialized)
struct `The time limit` {
  let server = InProcessServer()
  let clock = ManualClock()
  let gate = Gate()

  @Test
  func `ends a request without an answer, when the clock says so`() async {
    server.answer(.get, "/slow", with: .json("[]").held(by: gate))
    let client = HTTPClient(server: server, timeout: .seconds(5), clock: clock)
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
    let client = HTTPClient(server: server, timeout: .seconds(5), clock: clock)
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
    let client = HTTPClient(server: server, clock: clock)
    let asking = Task { try await client.get("/slow") }
    await server.received(1)
    asking.cancel()
    let failure = await #expect(throws: HTTPError.self) { try await asking.value }
    #expect(failure?.reason == .cancelled)
  }

  @Test
  func `is divided into sleeps of a second, so that a cancelled sleep ends soon`() async {
    let clock = HurriedClock()
    let result = await withTimeLimit(.seconds(2.5), clock) { [gate] in await gate.passed() }
    #expect(result == nil)
    #expect(clock.sleeps.entries == [.seconds(1), .seconds(1), .seconds(0.5)])
  }

  @Test
  func `does not start for a task that is already cancelled: nothing is sent`() async {
    let client = HTTPClient(server: server, clock: clock)
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

/// A clock that advances to a sleeper's deadline at once.
private final class HurriedClock: Clock, Sendable {
  typealias Instant = ManualClock.Instant

  let sleeps = Recorder<Duration>()
  private let manual = ManualClock()

  var now: Instant { manual.now }
  var minimumResolution: Duration { manual.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let duration = now.duration(to: deadline)
    sleeps.record(duration)
    manual.advance(by: duration)
  }
}
