import Exercising

/// Keeps the server's news. Calls that wait at the same time share one request.
actor SharedNews: SharedNewsRequirements {
  private let server: any AsyncNewsServer
  private var stored: [Int]?
  private var request: Task<[Int], any Error>?
  /// Increased by each request and each `forget`. A response counts only if it is unchanged.
  private var generation = 0

  init(server: any AsyncNewsServer) {
    self.server = server
  }

  func news() async throws -> [Int] {
    if let stored { return stored }
    return try await reload()
  }

  func reload() async throws -> [Int] {
    let current = request ?? start()
    return try await current.value
  }

  func forget() {
    generation += 1
    stored = nil
    request = nil
  }

  /// Starts a request. It is stored before the first suspension, so that the next call finds it.
  private func start() -> Task<[Int], any Error> {
    generation += 1
    let generation = generation
    let task = Task {
      let answer: Result<[Int], any Error>
      do { answer = .success(try await server.requestNews()) } catch { answer = .failure(error) }
      // Other calls may have run meanwhile.
      if generation == self.generation {
        request = nil
        if case .success(let news) = answer { stored = news }
      }
      return try answer.get()
    }
    request = task
    return task
  }
}
