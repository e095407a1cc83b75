import DataAccess
import Observing
import Service

/// The document's rename with only what is needed to make it run: not to be copied.
///
/// Docs/Errata.md tells what goes wrong with it (E-75); the layer Service has what does it right.
enum AsWritten {
  /// As written: server, model, database, and no word about a database that refuses.
  struct RenamingUserService: UserService {
    let user: UserRawModel
    let rows: any UserDataAccess
    let server: any UserServer
    /// Is told what the database said; nobody else is.
    let log: @Sendable (DataAccessError) -> Void

    func user(_ id: Int64) throws(UserServiceError) -> any User { user }

    func loadAll() throws(UserServiceError) -> [any User] { [user] }

    func modifyUserName(
      _ newName: String, of id: Int64, told: @escaping @Sendable (RenameOutcome) -> Void
    ) {
      Task { @MainActor in
        do {
          _ = try await server.send(ModifyUserNameRequest(userID: id, newName: newName))
        } catch { return }
        user.name.value = newName
        do throws(DataAccessError) { try rows.save(user) } catch { log(error) }
        told(.saved)
      }
    }

    func saveAgain() {}
  }
}
