import Concurrency
import DataAccess
import Foundation
import HTTP
import Service
import Workbook

extension ScratchFolder {
  var database: URL { url.appending(path: "users.db") }
}

/// The device of one page: a database of users in a temporary folder, whose steps it counts, and an
/// in-process server.
final class Device {
  /// The parts of a page with all layers, from the screen down.
  static let layers = ["view", "viewModel", "setting", "service", "rawModel", "server", "dal"]
  /// The parts of a page that does not show the server and the raw model.
  static let storedLayers = ["view", "viewModel", "setting", "service", "dal"]

  let rows: UserDatabase
  let server = InProcessServer()
  private let scratch: ScratchFolder
  private let steps = Locked<[UserDatabase.Step]?>(nil)

  /// Creates users with ids from 1. The transcript records the later steps of the database that are
  /// selected: by default only writes, because a service may read on its own after a write.
  init(
    users names: String..., in transcript: Transcript? = nil,
    recording isRecorded: @escaping @Sendable (UserDatabase.Step) -> Bool = { $0 == .write }
  ) throws {
    scratch = try ScratchFolder()
    // Long enough for a busy machine.
    rows = try UserDatabase(at: scratch.database, busyTimeout: .seconds(300)) { [steps] step in
      let isCounted = steps.withLock { $0?.append(step) } != nil
      guard isCounted, isRecorded(step) else { return }
      transcript?.record(step, from: step == .write ? "service" : nil)
    }
    let users = names.enumerated().map { UserRawModel(id: Int64($0 + 1), name: $1) }
    try rows.insert(users)
    steps.withLock { $0 = [] }
    for user in users { server.acceptNewNames(of: user.id) }
  }

  var database: URL { scratch.database }

  /// The factory of services over a server, by default the device's own. They deliver on the main
  /// thread, and work until the device is released.
  func factory(_ server: (any UserServer)? = nil) -> ServiceFactory {
    ServiceFactory(
      rows, server ?? ServiceFactory.server(HTTPClient(server: self.server)),
      pending: DataAccessFactory.pendingSaves(beside: database), deliveringOn: .main)
  }

  var conversionCount: Int { count { $0 != .read && $0 != .write } }
  var readCount: Int { count { $0 == .read } }
  var writeCount: Int { count { $0 == .write } }

  private func count(_ isCounted: (UserDatabase.Step) -> Bool) -> Int {
    steps.withLock { $0 ?? [] }.count(where: isCounted)
  }

  // Closes the database before the folder is removed.
  deinit { rows.close() }
}

extension InProcessServer {
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
