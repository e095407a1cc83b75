import Exercising

/// Renames users: server, model, database, in this order. The renames of one user are serial.
final class RenameService: RenameServiceRequirements {
  private typealias Request = (name: String, completion: (RenameOutcome) -> Void)

  private let models: [Int: any RawModel]
  private let server: any NameServer
  private let database: any NameDatabase
  private let pending: any PendingNames
  /// The requests of each user. The first one has been sent.
  private var requests: [Int: [Request]] = [:]

  init(
    models: [any RawModel], server: any NameServer, database: any NameDatabase,
    pending: any PendingNames
  ) {
    self.models = Dictionary(uniqueKeysWithValues: models.map { ($0.user, $0) })
    self.server = server
    self.database = database
    self.pending = pending
    for note in pending.all {
      self.models[note.user]?.name = note.name
      save(note.name, of: note.user)
    }
  }

  func rename(_ user: Int, to name: String, completion: @escaping (RenameOutcome) -> Void) {
    requests[user, default: []].append((name, completion))
    if requests[user]?.count == 1 { sendFirst(of: user) }
  }

  func saveAgain() {
    for note in pending.all { save(note.name, of: note.user) }
  }

  private func sendFirst(of user: Int) {
    guard let request = requests[user]?.first else { return }
    server.rename(user, to: request.name) { answer in
      request.completion(self.outcome(of: answer, for: user))
      self.requests[user]?.removeFirst()
      self.sendFirst(of: user)
    }
  }

  private func outcome(of answer: ServerAnswer, for user: Int) -> RenameOutcome {
    switch answer {
    case .refused(let reason): return .refused(reason: reason)
    case .accepted(let name):
      models[user]?.name = name
      return save(name, of: user)
    }
  }

  @discardableResult
  private func save(_ name: String, of user: Int) -> RenameOutcome {
    do throws(NotSaved) { try database.save(name, of: user) } catch {
      pending.note(name, of: user)
      return .notSaved(reason: error.reason)
    }
    pending.remove(user)
    return .saved
  }
}
