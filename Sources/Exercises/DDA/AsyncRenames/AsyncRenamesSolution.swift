import Exercising

/// Renames users: first the server, then the database. The renames of one user are serial.
actor AsyncRenames: AsyncRenamesRequirements {
  private let server: any AsyncNameServer
  private let database: any AsyncNameDatabase
  /// The waiting calls of each user with a rename in progress.
  private var waiting: [Int: [CheckedContinuation<Void, Never>]] = [:]

  init(server: any AsyncNameServer, database: any AsyncNameDatabase) {
    self.server = server
    self.database = database
  }

  func rename(_ user: Int, to name: String) async throws -> String {
    await takeTurn(of: user)
    defer { endTurn(of: user) }
    try Task.checkCancellation()
    // An unstructured task is not cancelled with this one, so an accepted name is always saved.
    let work = Task {
      let accepted = try await server.rename(user, to: name)
      try await database.save(accepted, of: user)
      return accepted
    }
    return try await work.value
  }

  private func takeTurn(of user: Int) async {
    guard waiting[user] != nil else {
      waiting[user] = []
      return
    }
    await withCheckedContinuation { waiting[user]?.append($0) }
  }

  /// Passes the turn to the call that has waited longest.
  private func endTurn(of user: Int) {
    if waiting[user]?.isEmpty == false {
      waiting[user]?.removeFirst().resume()
    } else {
      waiting[user] = nil
    }
  }
}
