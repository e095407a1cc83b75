import Observation
import Testing

/// A user whose views observe it: raw model and view model in one.
@MainActor
@Observable
private final class ObservedUser {
  private(set) var name: String

  init(name: String) { self.name = name }

  var title: String { "Hi, \(name)" }

  func rename(to newName: String, asking server: @MainActor (String) async throws -> String)
    async throws
  {
    name = try await server(newName)
  }
}

@MainActor
struct `The user of today` {
  private struct Offline: Error {}

  @Test
  func `changes after the server's success, and updates its views`() async throws {
    let user = ObservedUser(name: "Jake")
    let (changes, announcer) = AsyncStream.makeStream(of: Void.self)
    var shown: [String] = []
    func show() {
      withObservationTracking {
        shown.append(user.title)
      } onChange: {
        announcer.yield()
      }
    }
    show()
    await #expect(throws: Offline.self) {
      try await user.rename(to: "Taylor") { _ in throw Offline() }
    }
    #expect(user.title == "Hi, Jake")
    try await user.rename(to: "Taylor") { $0 }
    for await _ in changes.prefix(1) { show() }
    #expect(shown == ["Hi, Jake", "Hi, Taylor"])
  }
}
