import Concurrency
import Exercising

/// Each rename is a task that first waits for the previous one. A flag records cancellation.
actor AsyncRenames: AsyncRenamesRequirements {
  private let server: any AsyncNameServer
  private let database: any AsyncNameDatabase
  private var last: [Int: Task<String, any Error>] = [:]

  init(server: any AsyncNameServer, database: any AsyncNameDatabase) {
    self.server = server
    self.database = database
  }

  func rename(_ user: Int, to name: String) async throws -> String {
    let isCancelled = Locked(false)
    let before = last[user]
    let task = Task { [server, database] in
      _ = await before?.result
      if isCancelled.withLock({ $0 }) { throw CancellationError() }
      let accepted = try await server.rename(user, to: name)
      try await database.save(accepted, of: user)
      return accepted
    }
    last[user] = task
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }
}
