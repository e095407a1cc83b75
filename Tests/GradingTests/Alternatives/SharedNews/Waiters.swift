import Exercising

/// Each request has a list of waiting calls. New calls join the current request.
actor SharedNews: SharedNewsRequirements {
  private final class Request {
    var waiting: [CheckedContinuation<[Int], any Error>] = []
  }

  private let server: any AsyncNewsServer
  private var memory: [Int]?
  private var current: Request?

  init(server: any AsyncNewsServer) { self.server = server }

  func news() async throws -> [Int] {
    if let memory { memory } else { try await reload() }
  }

  func reload() async throws -> [Int] {
    try await withCheckedThrowingContinuation { continuation in
      if let current {
        current.waiting.append(continuation)
      } else {
        let request = Request()
        request.waiting.append(continuation)
        current = request
        Task { await self.send(request) }
      }
    }
  }

  func forget() {
    memory = nil
    current = nil
  }

  private func send(_ request: Request) async {
    do {
      let news = try await server.requestNews()
      if current === request { memory = news }
      end(request, .success(news))
    } catch { end(request, .failure(error)) }
  }

  private func end(_ request: Request, _ answer: Result<[Int], any Error>) {
    if current === request { current = nil }
    for continuation in request.waiting { continuation.resume(with: answer) }
  }
}
