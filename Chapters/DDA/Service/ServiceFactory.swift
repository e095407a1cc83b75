package import DataAccess
package import HTTP

/// Creates services; the layer above receives protocols and does not see the types behind them.
public struct ServiceFactory: Sendable {
  private let rows: any UserDataAccess
  private let server: any UserServer
  private let pending: any PendingSaves
  private let place: CompletionPlace

  /// Services over a database and a server.
  ///
  /// - Parameters:
  ///   - rows: the database.
  ///   - server: renames users.
  ///   - pending: keeps names until the database has them.
  ///   - place: where users change and outcomes are delivered. A name is saved after its change was
  ///     delivered.
  package init(
    _ rows: any UserDataAccess, _ server: any UserServer, pending: any PendingSaves,
    deliveringOn place: CompletionPlace
  ) {
    self.rows = rows
    self.server = server
    self.pending = pending
    self.place = place
  }

  /// A service that reads each user once, and is measured if there are measurements.
  ///
  /// An app needs one: two would have a model each of the same user.
  package func users(measuredBy measurements: Measurements? = nil) -> any UserService {
    let service = CachingUserService(
      StoredUserService(rows, server, pending: pending, deliveringOn: place))
    guard let measurements else { return service }
    return MeasuringUserService(service: service, measurements: measurements)
  }

  /// Users 1, 2 and so on in memory only.
  package static func usersInMemory(_ names: String...) -> any UserService {
    MemoryUserService(names: names)
  }

  /// A server over HTTP.
  package static func server(_ client: HTTPClient) -> any UserServer {
    HTTPUserServer(client: client)
  }

  /// Permissions that are asked for on the terminal.
  package static func permissionsOnTerminal() -> any PermissionService { ConsolePermissions() }

  /// Permissions that were decided beforehand: these are granted, all others are denied.
  package static func permissions(granting granted: Set<Permission>) -> any PermissionService {
    ScriptedPermissions(granted: granted)
  }
}
