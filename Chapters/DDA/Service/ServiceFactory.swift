package import DataAccess
package import HTTP

/// Puts services together; the layer above gets protocols and never learns what is behind them.
public struct ServiceFactory: Sendable {
  private let rows: any UserDataAccess
  private let server: any UserServer
  private let pending: any PendingSaves
  private let place: CompletionPlace

  /// Services over a database and a server.
  ///
  /// - Parameters:
  ///   - rows: the database.
  ///   - server: what renames users.
  ///   - pending: keeps names until the database has them.
  ///   - place: where users change and outcomes are told. One that takes its time is waited for
  ///     before anything is saved.
  package init(
    _ rows: any UserDataAccess, _ server: any UserServer, pending: any PendingSaves,
    deliveringOn place: CompletionPlace
  ) {
    self.rows = rows
    self.server = server
    self.pending = pending
    self.place = place
  }

  /// How users are served.
  package enum Way: Sendable {
    /// From the database at every call.
    case plain
    /// From the database once for each user.
    case cached
    /// As `cached`, and measured.
    case measured(Measurements)
  }

  /// Who serves users. One is enough: two would have a model each of the same user.
  package func users(_ way: Way = .cached) -> any UserService {
    let plain = StoredUserService(rows, server, pending: pending, deliveringOn: place)
    return switch way {
    case .plain: plain
    case .cached: CachingUserService(plain)
    case .measured(let measurements):
      MeasuringUserService(service: CachingUserService(plain), measurements: measurements)
    }
  }

  /// Users 1, 2 and so on who are kept in memory alone.
  package static func usersInMemory(_ names: String...) -> any UserService {
    MemoryUserService(names: names)
  }

  /// A server that is asked over HTTP.
  package static func server(_ client: HTTPClient) -> any UserServer {
    HTTPUserServer(client: client)
  }

  /// Permissions that are asked for on the terminal.
  package static func permissionsOnTerminal() -> any PermissionService { ConsolePermissions() }

  /// Permissions that were decided beforehand: these are granted, all others denied.
  package static func permissions(granting granted: Set<Permission>) -> any PermissionService {
    ScriptedPermissions(granted: granted)
  }
}
