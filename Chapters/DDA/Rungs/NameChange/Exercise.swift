import Exercising

/// Renames a user. Model and database should follow the server's answer.
///
/// It misbehaves: the task is in Task.md. Check it: `swift run workbook check NameChange`
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
    model.name = name
    server.rename(model.user, to: name) { answer in
      switch answer {
      case .refused: break
      case .accepted:
        try? self.database.save(name, of: self.model.user)
      }
    }
  }
}
