import Exercising

/// One value contains the cached news and the pending request. `forget` replaces the whole value.
actor SharedNews: SharedNewsRequirements {
  private final class Lifetime: Sendable {}

  private struct State {
    let id = Lifetime()
    var news: [Int]?
    var request: Task<[Int], any Error>?
  }

  private let server: any AsyncNewsServer
  private var state = State()

  init(server: any AsyncNewsServer) { self.server = server }

  func news() async throws -> [Int] {
    guard let news = state.news else { return try await reload() }
    return news
  }

  func reload() async throws -> [Int] {
    if let request = state.request { return try await request.value }
    let id = state.id
    let request = Task {
      defer { if state.id === id { state.request = nil } }
      let news = try await server.requestNews()
      if state.id === id { state.news = news }
      return news
    }
    state.request = request
    return try await request.value
  }

  func forget() { state = State() }
}
