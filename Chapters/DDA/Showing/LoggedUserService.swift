import Service

/// A service whose renames are told: when they are asked for, and what became of them.
struct LoggedUserService: UserService {
  let service: any UserService
  var asked: @Sendable (String) -> Void = { _ in }
  var answered: @Sendable (RenameOutcome) -> Void = { _ in }

  func user(_ id: Int64) throws(UserServiceError) -> any User { try service.user(id) }

  func loadAll() throws(UserServiceError) -> [any User] { try service.loadAll() }

  func modifyUserName(
    _ newName: String, of id: Int64, told: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    asked(newName)
    service.modifyUserName(newName, of: id) { [answered] outcome in
      answered(outcome)
      told(outcome)
    }
  }

  func saveAgain() async throws(UserServiceError) { try await service.saveAgain() }
}
