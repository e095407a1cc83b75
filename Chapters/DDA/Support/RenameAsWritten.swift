import DataAccess
import Observing
import Service

/// The document's rename as minimal code that compiles. Do not copy it.
///
/// It does not handle a database that refuses the save. Docs/Errata.md (E-75) describes the
/// consequences. The Service layer contains the correct version.
struct RenameAsWritten: UserService {
  let user: UserRawModel
  let rows: any UserDataAccess
  let server: any UserServer
  /// Receives the database's error, which is otherwise ignored.
  let log: @Sendable (DataAccessError) -> Void

  func user(_ id: Int64) throws(UserServiceError) -> any User { user }

  func loadAll() throws(UserServiceError) -> [any User] { [user] }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    Task { @MainActor in
      do {
        _ = try await server.send(ModifyUserNameRequest(userID: id, newName: newName))
      } catch { return }
      user.name.value = newName
      do throws(DataAccessError) { try rows.save(user) } catch { log(error) }
      completion(.saved)
    }
  }

  func saveAgain() {}
}
