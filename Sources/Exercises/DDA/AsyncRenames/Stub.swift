import Exercising

/// Renames users: first the server, then the database. The renames of one user are serial.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check AsyncRenames`
actor AsyncRenames: AsyncRenamesRequirements {
  private let server: any AsyncNameServer
  private let database: any AsyncNameDatabase

  init(server: any AsyncNameServer, database: any AsyncNameDatabase) {
    self.server = server
    self.database = database
  }

  func rename(_ user: Int, to name: String) async throws -> String {
    // TODO: wait for the turn of this rename, ask the server, and save what it has accepted.
    name
  }
}
