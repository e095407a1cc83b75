import Concurrency
import Foundation
import HTTP
import Testing

@testable import Chapter_Repository

/// Foundation on Linux crashes if a task is cancelled while its response is delivered.
@Suite(.serialized)
struct `Another network client that is cancelled` {
  @Test
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
