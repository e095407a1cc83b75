import Exercising

/// An actor for each user's queue. A cancelled call leaves its queue at once.
actor AsyncRenames: AsyncRenamesRequirements {
  private let server: any AsyncNameServer
  private let database: any AsyncNameDatabase
  private var lines: [Int: Line] = [:]

  init(server: any AsyncNameServer, database: any AsyncNameDatabase) {
    (self.server, self.database) = (server, database)
  }

  func rename(_ user: Int, to name: String) async throws -> String {
    let line = lines[user] ?? Line()
    lines[user] = line
    let place = await line.join()
    try await withTaskCancellationHandler {
      try await line.turn(of: place)
    } onCancel: {
      Task { await line.abandon(place) }
    }
    let result = await Task { () -> Result<String, any Error> in
      do {
        let accepted = try await server.rename(user, to: name)
        try await database.save(accepted, of: user)
        return .success(accepted)
      } catch { return .failure(error) }
    }.value
    await line.leave(place)
    return try result.get()
  }
}

private actor Line {
  private var places: [Int] = []
  private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
  private var last = 0

  func join() -> Int {
    last += 1
    places.append(last)
    return last
  }

  func turn(of place: Int) async throws {
    if Task.isCancelled { return try leaveCancelled(place) }
    if places.first == place { return }
    try await withCheckedThrowingContinuation { waiting[place] = $0 }
  }

  /// Has no effect once the place has its turn.
  func abandon(_ place: Int) {
    guard let continuation = waiting.removeValue(forKey: place) else { return }
    places.removeAll { $0 == place }
    continuation.resume(throwing: CancellationError())
  }

  func leave(_ place: Int) {
    places.removeAll { $0 == place }
    if let first = places.first { waiting.removeValue(forKey: first)?.resume() }
  }

  private func leaveCancelled(_ place: Int) throws {
    leave(place)
    throw CancellationError()
  }
}
