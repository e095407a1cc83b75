import Concurrency
import DataAccess
import Foundation
import HTTP
import Service
import Workbook

extension ScratchFolder {
  /// The database of users, which is created when it is first opened.
  var database: URL { url.appending(path: "users.db") }
}

/// The device of one page: a database of users in a temporary folder, and an in-process server.
///
/// It counts the steps of the database. The page releases it at its end.
final class Device {
  /// The parts of a page with all layers, from the screen down.
  static let layers = ["view", "viewModel", "setting", "service", "rawModel", "server", "dal"]
  /// The parts of a page that does not show the server and the raw model.
  static let storedLayers = ["view", "viewModel", "setting", "service", "dal"]

  let rows: UserDatabase
  let server = InProcessServer()
  private let scratch: ScratchFolder
  private let steps: Locked<[UserDatabase.Step]>

  /// - Parameters:
  ///   - names: The names of the users, with ids from 1.
  ///   - transcript: Records the later steps of the database.
  ///   - isRecorded: Selects the steps to record. By default only writes are recorded, because a
  ///     service may read on its own after a write.
  /// - Throws: An error of creating the folder or the database.
  init(
    users names: String..., in transcript: Transcript? = nil,
    recording isRecorded: @escaping @Sendable (UserDatabase.Step) -> Bool = { $0 == .write }
  ) throws {
    scratch = try ScratchFolder()
    let steps = Locked<[UserDatabase.Step]>([])
    let isReady = Locked(false)
    self.steps = steps
    var configuration = UserDatabase.Configuration()
    // Long enough for a busy machine.
    configuration.busyTimeout = .seconds(300)
    configuration.log = { step in
      steps.withLock { $0.append(step) }
      guard isReady.withLock({ $0 }), isRecorded(step) else { return }
      transcript?.record(step, from: step == .write ? "service" : nil)
    }
    rows = try UserDatabase(at: scratch.database, configuration)
    let users = names.enumerated().map { UserRawModel(id: Int64($0 + 1), name: $1) }
    try rows.insert(users)
    steps.withLock { $0 = [] }
    isReady.withLock { $0 = true }
    for user in users { server.acceptNewNames(of: user.id) }
  }

  /// The file of the database.
  var database: URL { scratch.database }

  /// The factory of the services, which change models and deliver outcomes on the main thread.
  ///
  /// - Parameter server: The server. By default, the device's own.
  /// - Returns: The factory. Its services work until the device is released.
  func factory(_ server: (any UserServer)? = nil) -> ServiceFactory {
    ServiceFactory(
      rows, server ?? ServiceFactory.server(HTTPClient(server: self.server)),
      pending: DataAccessFactory.pendingSaves(beside: database), deliveringOn: .main)
  }

  /// The number of rows converted to raw models.
  var conversionCount: Int { count { $0 != .read && $0 != .write } }

  /// The number of reading transactions.
  var readCount: Int { count { $0 == .read } }

  /// The number of writing transactions.
  var writeCount: Int { count { $0 == .write } }

  private func count(_ isCounted: (UserDatabase.Step) -> Bool) -> Int {
    steps.withLock { $0 }.count(where: isCounted)
  }

  // Closes the database before the folder is removed.
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
