import Exercising

/// Each user is an object with its current request and its waiting ones.
final class RenameService: RenameServiceRequirements {
  private var users: [Int: User] = [:]
  private let pending: any PendingNames

  init(
    models: [any RawModel], server: any NameServer, database: any NameDatabase,
    pending: any PendingNames
  ) {
    self.pending = pending
    for model in models {
      users[model.user] = User(model, server: server, database: database, pending: pending)
    }
    for note in pending.all { users[note.user]?.adopt(note.name) }
  }

  func rename(_ user: Int, to name: String, completion: @escaping (RenameOutcome) -> Void) {
    users[user]?.rename(to: name, completion)
  }

  func saveAgain() {
    for note in pending.all { _ = users[note.user]?.save(note.name) }
  }
}

private final class User {
  private enum Phase {
    case idle, requesting, reporting
  }

  private let model: any RawModel
  private let server: any NameServer
  private let database: any NameDatabase
  private let pending: any PendingNames
  private var phase = Phase.idle
  private var later: [(name: String, completion: (RenameOutcome) -> Void)] = []

  init(
    _ model: any RawModel, server: any NameServer, database: any NameDatabase,
    pending: any PendingNames
  ) {
    (self.model, self.server, self.database, self.pending) = (model, server, database, pending)
  }

  func rename(to name: String, _ completion: @escaping (RenameOutcome) -> Void) {
    guard case .idle = phase else { return later.append((name, completion)) }
    phase = .requesting
    server.rename(model.user, to: name) { answer in
      self.phase = .reporting
      switch answer {
      case .accepted(let name): completion(self.adopt(name))
      case .refused(let reason): completion(.refused(reason: reason))
      }
      self.phase = .idle
      if self.later.isEmpty { return }
      let next = self.later.removeFirst()
      self.rename(to: next.name, next.completion)
    }
  }

  @discardableResult
  func adopt(_ name: String) -> RenameOutcome {
    model.name = name
    return save(name)
  }

  func save(_ name: String) -> RenameOutcome {
    let failure = Result { () throws(NotSaved) in try database.save(name, of: model.user) }
    switch failure {
    case .success:
      pending.remove(model.user)
      return .saved
    case .failure(let error):
      pending.note(name, of: model.user)
      return .notSaved(reason: error.reason)
    }
  }
}
