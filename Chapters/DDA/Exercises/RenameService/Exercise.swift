import Exercising

/// Carries out renames: server, model, database, in this order.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check RenameService`
final class RenameService: RenameServiceRequirements {
  init(
    models: [any RawModel], server: any NameServer, database: any NameDatabase,
    pending: any PendingNames
  ) {
    // TODO: store the dependencies, and take over the notes of former launches.
  }

  func rename(_ user: Int, to name: String, completion: @escaping (RenameOutcome) -> Void) {
    // TODO: send the request. What has to happen when the server accepts, and what when it refuses?
  }

  func saveAgain() {
    // TODO: try to save the noted names.
  }
}
