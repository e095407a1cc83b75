package import DataAccess
package import HTTP
internal import Observing

/// Creates services. The layer above uses them through protocols and does not see their types.
public struct ServiceFactory: Sendable {
  private let stored: @Sendable () -> StoredUserService

  /// Models change and outcomes are delivered at the place. A name is saved after its change was
  /// delivered, and `pending` stores it until the database has it.
  package init(
    _ rows: any UserDataAccess, _ server: any UserServer, pending: any PendingSaves,
    deliveringOn place: CompletionPlace
  ) {
    stored = { StoredUserService(rows, server, pending: pending, deliveringOn: place) }
  }

  /// Creates a service that reads each user once, and is measured if `measurements` is not nil.
  ///
  /// An app should have one: two services would have separate models of the same user. `decorating`
  /// is called with each service and its name, and returns it or one around it.
  package func users(
    measuredBy measurements: Measurements? = nil,
    decorating: (any UserService, _ name: String) -> any UserService = { service, _ in service }
  ) -> any UserService {
    let service = decorating(stored(), "service")
    let cached = decorating(CachingUserService(service: service), "cache")
    guard let measurements else { return cached }
    return decorating(
      MeasuringUserService(service: cached, measurements: measurements), "stopwatch")
  }

  package static func usersInMemory(_ names: String...) -> any UserService {
    MemoryUserService(names: names)
  }

  package static func server(_ client: HTTPClient) -> any UserServer {
    HTTPUserServer(client: client)
  }
}

/// A resource of the device that requires the user's permission.
public enum Permission: CaseIterable, Sendable {
  /// The position of the device.
  case gps
  /// The photo library.
  case photo
  /// Notifications from the server while the app is not open.
  case push
}

/// Asks the user for permissions. Here a script answers: some are granted, all others denied.
public struct PermissionService: Sendable {
  private let granted: Set<Permission>

  /// Creates a service that grants these permissions.
  public init(granting granted: Set<Permission>) { self.granted = granted }

  /// Whether the user allows it.
  public func grants(_ permission: Permission) async -> Bool { granted.contains(permission) }
}

/// Users in memory, which are renamed immediately, for a screen that is built before its server.
struct MemoryUserService: UserService {
  private let users: [Int64: UserRawModel]

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
