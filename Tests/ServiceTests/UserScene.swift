import Concurrency
import DataAccess
import Foundation
import HTTP
import Observing
import SQLite
import TestSupport

@testable import Service

/// A database of users, a server and the service between them, in a temporary folder.
final class UserScene: Sendable {
  private let temporary: TemporaryFolder
  let rows: UserDatabase
  let server = InProcessServer()
  let pending: any PendingSaves
  /// The recorded events, in order.
  let history = Recorder<String>()

  // The first name is that of user 1.
  init(users names: String..., busyTimeout: Duration = .seconds(300)) throws {
    temporary = try TemporaryFolder("service")
    let database = temporary.file("users.db")
    rows = try Self.open(database, busyTimeout: busyTimeout)
    pending = DataAccessFactory.pendingSaves(beside: database)
    try rows.insert(names.enumerated().map { UserRawModel(id: Int64($0 + 1), name: $1) })
    for id in names.indices.map({ Int64($0 + 1) }) { takeNewNames(of: id) }
  }

  deinit { rows.close() }

  var folder: URL { temporary.url }
  var database: URL { temporary.file("users.db") }

  static func open(_ database: URL, busyTimeout: Duration = .seconds(300)) throws -> UserDatabase {
    try UserDatabase(at: database, busyTimeout: busyTimeout)
  }

  /// Creates a service over the scene, as each launch does.
  func launch(
    over rows: (any UserDataAccess)? = nil, pending: (any PendingSaves)? = nil,
    deliveringOn place: CompletionPlace = .workingThread
  ) -> StoredUserService {
    StoredUserService(
      rows ?? self.rows, HTTPUserServer(client: HTTPClient(server: server)),
      pending: pending ?? self.pending, deliveringOn: place)
  }

  /// Renames user 1 while the database refuses to be written.
  @discardableResult
  func renameUnsaved(_ newName: String, by service: StoredUserService) async throws -> RenameOutcome
  {
    try rows.runOnWriter("PRAGMA query_only = ON")
    let outcome = await service.rename(1, newName)
    try rows.runOnWriter("PRAGMA query_only = OFF")
    return outcome
  }

  /// Makes the server accept and record each new name of a user.
  func takeNewNames(of id: Int64) {
    server.answer(.put, "/users/\(id)/name") { [history] request in
      guard let body = request.body,
        let name = try? JSONDecoder().decode([String: String].self, from: body)["name"],
        let record = try? JSONEncoder().encode(UserRecord(id: id, name: name))
      else { return .status(400) }
      history.record("server \(id) \(name)")
      return .json(record)
    }
  }

  /// The name in the file, read with a separate connection.
  func stored(_ id: Int64) throws -> String? {
    let connection = try Connection(at: database, .standard.with(\.isReadOnly, true))
    return try connection.first("SELECT name FROM user WHERE id = ?", id)
  }
}

extension UserService {
  /// Renames a user and waits for the outcome.
  func rename(_ id: Int64, _ newName: String) async -> RenameOutcome {
    let (outcomes, outcome) = AsyncStream.makeStream(of: RenameOutcome.self)
    modifyUserName(newName, of: id) { outcome.yield($0) }
    for await outcome in outcomes { return outcome }
    fatalError("the rename has no outcome")
  }
}

/// Pending saves that record each change, and the thread of each operation.
struct RecordedPendingSaves: PendingSaves {
  private let saves: any PendingSaves
  private let history: Recorder<String>
  private let threads: Recorder<String>
  private let isKeeping: Locked<Bool>

  // With `keepsFirst`, the first removal fails.
  init(
    _ saves: any PendingSaves, in history: Recorder<String>,
    threads: Recorder<String> = Recorder(), keepsFirst: Bool = false
  ) {
    self.saves = saves
    self.history = history
    self.threads = threads
    isKeeping = Locked(keepsFirst)
  }

  func all() throws(DataAccessError) -> [PendingSave] {
    record("all")
    return try saves.all()
  }

  func add(_ save: PendingSave) throws(DataAccessError) {
    record("add")
    history.record("note \(save.name)")
    try saves.add(save)
  }

  func remove(_ save: PendingSave) throws(DataAccessError) {
    record("remove")
    let keeps = isKeeping.withLock { isKeeping in
      defer { isKeeping = false }
      return isKeeping
    }
    if keeps { throw DataAccessError(.saveNotWritten, details: "busy") }
    history.record("forget \(save.name)")
    try saves.remove(save)
  }

  private func record(_ operation: String) {
    threads.record("\(operation) on \(ThreadPool.currentName ?? "another thread")")
  }
}
