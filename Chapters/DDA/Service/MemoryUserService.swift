internal import DataAccess
internal import Observing

/// Users in memory only, which are renamed at once: for a screen that is built before its server.
struct MemoryUserService: UserService {
  private let users: [Int64: UserRawModel]

  /// - Parameter names: the names of users 1, 2 and so on.
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
