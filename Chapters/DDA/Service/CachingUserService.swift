internal import Concurrency
internal import DataAccess
internal import Observing

/// A service that loads each user once from another service and retains it from then on.
///
/// A cache of names would become stale; this one retains the user objects, which notify of changes.
/// A deleted user remains in the cache.
struct CachingUserService: UserService {
  private let service: any UserService
  private let users = Locked<[Int64: any User]>([:])

  init(_ service: any UserService) { self.service = service }

  func user(_ id: Int64) throws(UserServiceError) -> any User {
    if let user = users.withLock({ $0[id] }) { return user }
    return cached(try service.user(id))
  }

  func loadAll() throws(UserServiceError) -> [any User] { try service.loadAll().map(cached) }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) { service.modifyUserName(newName, of: id, completion: completion) }

  func saveAgain() async throws(UserServiceError) { try await service.saveAgain() }

  /// Keeps the first object of a user, even if several threads load it concurrently.
  private func cached(_ user: any User) -> any User {
    // Read outside the lock, because the user of another service may run any code.
    let id = user.id
    return users.withLock { users in
      if let first = users[id] { return first }
      users[id] = user
      return user
    }
  }
}

/// Users in memory, which are renamed immediately, for a screen that is built before its server.
struct MemoryUserService: UserService {
  private let users: [Int64: UserRawModel]

  /// - Parameter names: The names of users 1, 2 and so on.
  init(names: [String]) {
    let models = names.enumerated().map { UserRawModel(id: Int64($0 + 1), name: $1) }
    users = Dictionary(uniqueKeysWithValues: models.map { ($0.id, $0) })
  }

  func user(_ id: Int64) throws(UserServiceError) -> any User {
    guard let user = users[id] else { throw .noUser(id: id) }
    return user
  }

  func loadAll() throws(UserServiceError) -> [any User] { users.values.sorted { $0.id < $1.id } }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    guard let user = users[id] else { return completion(.refused(.noUser(id: id))) }
    user.name.value = newName
    completion(.saved)
  }

  func saveAgain() {}
}
