package import DataAccess
package import HTTP

/// Creates services. The layer above uses them through protocols and does not see their types.
public struct ServiceFactory: Sendable {
  private let rows: any UserDataAccess
  private let server: any UserServer
  private let pending: any PendingSaves
  private let place: CompletionPlace

  /// Creates a factory of services over a database and a server.
  ///
  /// - Parameters:
  ///   - rows: The database.
  ///   - server: The server that renames users.
  ///   - pending: Stores names until the database has them.
  ///   - place: Where models change and outcomes are delivered. A name is saved after its change
  ///     was delivered.
  package init(
    _ rows: any UserDataAccess, _ server: any UserServer, pending: any PendingSaves,
    deliveringOn place: CompletionPlace
  ) {
    self.rows = rows
    self.server = server
    self.pending = pending
    self.place = place
  }

  /// Creates a service that reads each user once, and is measured if `measurements` is not nil.
  ///
  /// An app should have one: two services would have separate models of the same user. `decorating`
  /// is called with each service and its name, and returns it or one around it.
  package func users(
    measuredBy measurements: Measurements? = nil,
    decorating: (any UserService, _ name: String) -> any UserService = { service, _ in service }
  ) -> any UserService {
    let stored = decorating(
      StoredUserService(rows, server, pending: pending, deliveringOn: place), "service")
    let cached = decorating(CachingUserService(stored), "cache")
    guard let measurements else { return cached }
    return decorating(
      MeasuringUserService(service: cached, measurements: measurements), "stopwatch")
  }

  /// Creates a service with users 1, 2 and so on in memory.
  package static func usersInMemory(_ names: String...) -> any UserService {
    MemoryUserService(names: names)
  }

  /// A server over HTTP.
  package static func server(_ client: HTTPClient) -> any UserServer {
    HTTPUserServer(client: client)
  }

  /// Predefined permissions: these are granted, all others denied.
  package static func permissions(granting granted: Set<Permission>) -> any PermissionService {
    ScriptedPermissions(granted: granted)
  }
}
