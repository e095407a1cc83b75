/// A service that counts and times what another one is asked for; a rename until its outcome is told.
struct MeasuringUserService: UserService {
  let service: any UserService
  let measurements: Measurements

  func user(_ id: Int64) throws(UserServiceError) -> any User {
    let end = measurements.begin("user")
    defer { end() }
    return try service.user(id)
  }

  func loadAll() throws(UserServiceError) -> [any User] {
    let end = measurements.begin("loadAll")
    defer { end() }
    return try service.loadAll()
  }

  func modifyUserName(
    _ newName: String, of id: Int64, told: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    let end = measurements.begin("modifyUserName")
    service.modifyUserName(newName, of: id) { outcome in
      end()
      told(outcome)
    }
  }

  func saveAgain() async throws(UserServiceError) {
    let end = measurements.begin("saveAgain")
    defer { end() }
    try await service.saveAgain()
  }
}
