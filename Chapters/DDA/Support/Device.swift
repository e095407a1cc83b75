import Concurrency
import DataAccess
import Foundation
import HTTP
import Service
import Workbook

/// A folder with a database of users, released with its owner.
struct Scratch: ~Copyable {
  private let folder: ScratchFolder

  init() throws(ScratchError) { folder = try ScratchFolder() }

  /// The database, which is created when it is first opened.
  var database: URL { folder.url.appending(path: "users.db") }
}

/// The device of one page: a database of users in a folder of its own, and a server inside the process.
///
/// The steps of the database are counted. The device is released with the page.
final class Device {
  let rows: UserDatabase
  let server = InProcessServer()
  private let scratch: Scratch
  private let steps: Locked<[UserDatabase.Step]>

  /// - Parameter names: the names of users 1, 2 and so on.
  /// - Throws: when the folder or the database cannot be created.
  init(users names: String...) throws {
    scratch = try Scratch()
    let steps = Locked<[UserDatabase.Step]>([])
    self.steps = steps
    var configuration = UserDatabase.Configuration()
    // A page may run on a busy machine.
    configuration.patience = .seconds(300)
    configuration.log = { step in steps.withLock { $0.append(step) } }
    rows = try UserDatabase(at: scratch.database, configuration)
    let users = names.enumerated().map { UserRawModel(id: Int64($0 + 1), name: $1) }
    try rows.insert(users)
    steps.withLock { $0 = [] }
    for user in users { server.acceptNewNames(of: user.id) }
  }

  /// The file of its users.
  var database: URL { scratch.database }

  /// Its services, which change models and deliver outcomes on the main thread.
  ///
  /// - Parameter server: the device's own if nil.
  /// - Returns: a factory; its services work until the device is released.
  func factory(_ server: (any UserServer)? = nil) -> ServiceFactory {
    ServiceFactory(
      rows, server ?? ServiceFactory.server(HTTPClient(server: self.server)),
      pending: DataAccessFactory.pendingSaves(beside: database), deliveringOn: .main)
  }

  /// The number of rows that became raw models.
  var conversionCount: Int {
    count { step in
      if case .conversion = step { true } else { false }
    }
  }

  /// The number of transactions that read.
  var readCount: Int { count { $0 == .read } }

  /// The number of transactions that wrote.
  var writeCount: Int { count { $0 == .write } }

  private func count(_ isCounted: (UserDatabase.Step) -> Bool) -> Int {
    steps.withLock { $0 }.count(where: isCounted)
  }

  // Before the folder is removed.
  deinit { rows.close() }
}

extension InProcessServer {
  /// Accepts every new name of a user.
  func acceptNewNames(of id: Int64) {
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
