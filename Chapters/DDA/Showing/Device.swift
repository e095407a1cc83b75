import Concurrency
import DataAccess
import Foundation
import HTTP
import Service

/// A device of its own for a page: a folder with a database of users, and a server inside the process.
///
/// What is done to the database is noted. It goes with the page.
final class Device {
  let rows: UserDatabase
  let server = InProcessServer()
  private let scratch: Scratch
  private let steps: Locked<[UserDatabase.Step]>

  /// - Parameters:
  ///   - names: of the users 1, 2 and so on.
  ///   - log: is told of each step of the database, on the thread that does it.
  /// - Throws: when the folder or the database cannot be made.
  init(
    users names: String..., log: @escaping @Sendable (UserDatabase.Step) -> Void = { _ in }
  ) throws {
    scratch = try Scratch()
    let steps = Locked<[UserDatabase.Step]>([])
    self.steps = steps
    var configuration = UserDatabase.Configuration()
    configuration.log = { step in
      steps.withLock { $0.append(step) }
      log(step)
    }
    rows = try UserDatabase(at: scratch.database, configuration)
    let users = names.enumerated().map { UserRawModel(id: Int64($0 + 1), name: $1) }
    try rows.insert(users)
    steps.withLock { $0 = [] }
    for user in users { server.takesNewNames(of: user.id) }
  }

  /// Where its users are kept.
  var database: URL { scratch.database }

  /// Its services, which change models and tell outcomes on the main thread.
  ///
  /// - Parameter server: the device's own if nil.
  /// - Returns: a factory; its services work until the device goes.
  func factory(_ server: (any UserServer)? = nil) -> ServiceFactory {
    ServiceFactory(
      rows, server ?? ServiceFactory.server(HTTPClient(server: self.server)),
      pending: DataAccessFactory.pendingSaves(beside: database), deliveringOn: .main)
  }

  /// How many rows were read or written one by one.
  func count(_ isCounted: (UserDatabase.Step) -> Bool) -> Int {
    steps.withLock { $0 }.count(where: isCounted)
  }

  /// How often the database was asked to write.
  var writeCount: Int {
    count { step in
      switch step {
      case .get, .all, .conversion: false
      default: true
      }
    }
  }

  // Before the folder goes.
  deinit { rows.close() }
}

extension InProcessServer {
  /// Agrees to every new name of a user.
  func takesNewNames(of id: Int64) {
    answer(.put, "/users/\(id)/name") { request in
      guard let body = request.body,
        let names = try? JSONDecoder().decode([String: String].self, from: body),
        let name = names["name"],
        let record = try? JSONEncoder().encode(UserRecord(id: id, name: name))
      else { return .status(400) }
      return .json(record)
    }
  }
}
