import Exercising

/// Each user has a serial queue of jobs. A job calls a closure when it is done.
final class RenameService: RenameServiceRequirements {
  private let queues = SerialQueues()
  private let models: [any RawModel]
  private let server: any NameServer
  private let saves: Saves

  init(
    models: [any RawModel], server: any NameServer, database: any NameDatabase,
    pending: any PendingNames
  ) {
    self.models = models
    self.server = server
    saves = Saves(database: database, pending: pending)
    for (user, name) in pending.all {
      model(user)?.name = name
      _ = saves.save(name, of: user)
    }
  }

  func rename(_ user: Int, to name: String, completion: @escaping (RenameOutcome) -> Void) {
    queues.add(to: user) { [weak self] done in
      self?.server.rename(user, to: name) { answer in
        defer { done() }
        guard case .accepted(let accepted) = answer else {
          if case .refused(let reason) = answer { completion(.refused(reason: reason)) }
          return
        }
        self?.model(user)?.name = accepted
        let reason = self?.saves.save(accepted, of: user)
        completion(reason.map { .notSaved(reason: $0) } ?? .saved)
      }
    }
  }

  func saveAgain() { saves.again() }

  private func model(_ user: Int) -> (any RawModel)? { models.first { $0.user == user } }
}

private final class SerialQueues {
  typealias Work = (_ done: @escaping () -> Void) -> Void

  private var busy: Set<Int> = []
  private var waiting: [(user: Int, work: Work)] = []

  func add(to user: Int, _ work: @escaping Work) {
    waiting.append((user, work))
    goOn()
  }

  private func goOn() {
    while let place = waiting.firstIndex(where: { !busy.contains($0.user) }) {
      let (user, work) = waiting.remove(at: place)
      busy.insert(user)
      work { [self] in
        busy.remove(user)
        goOn()
      }
    }
  }
}

private struct Saves {
  let database: any NameDatabase
  let pending: any PendingNames

  /// - Returns: The reason for a failed save, or nil.
  func save(_ name: String, of user: Int) -> String? {
    do {
      try database.save(name, of: user)
      pending.remove(user)
      return nil
    } catch {
      pending.note(name, of: user)
      return error.reason
    }
  }

  func again() {
    pending.all.forEach { _ = save($0.name, of: $0.user) }
  }
}
