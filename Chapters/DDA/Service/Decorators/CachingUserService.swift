internal import Concurrency

/// A service that asks another one for each user once, and keeps the user from then on.
///
/// A cache of names would grow old; this one keeps the objects that tell their changes. A user who is
/// deleted stays in it.
struct CachingUserService: UserService {
  private let service: any UserService
  private let users = Locked<[Int64: any User]>([:])

  init(_ service: any UserService) { self.service = service }

  func user(_ id: Int64) throws(UserServiceError) -> any User {
    if let user = users.withLock({ $0[id] }) { return user }
    let user = try service.user(id)
    users.withLock { $0[id] = user }
    return user
  }

  func loadAll() throws(UserServiceError) -> [any User] {
    let all = try service.loadAll()
    users.withLock { users in
      for user in all { users[user.id] = user }
    }
    return all
  }

  func modifyUserName(
    _ newName: String, of id: Int64, told: @escaping @Sendable (RenameOutcome) -> Void
  ) { service.modifyUserName(newName, of: id, told: told) }

  func saveAgain() async throws(UserServiceError) { try await service.saveAgain() }
}
