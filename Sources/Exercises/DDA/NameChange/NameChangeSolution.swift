import Exercising

/// Renames a user: server, model, database, in this order.
final class NameChange: NameChangeRequirements {
  private let model: any RawModel
  private let server: any NameServer
  private let database: any NameDatabase

  init(model: any RawModel, server: any NameServer, database: any NameDatabase) {
    self.model = model
    self.server = server
    self.database = database
  }

  func rename(to name: String) {
    server.rename(model.user, to: name) { answer in
      switch answer {
      case .refused: break
      case .accepted(let accepted):
        self.model.name = accepted
        try? self.database.save(accepted, of: self.model.user)
      }
    }
  }
}
