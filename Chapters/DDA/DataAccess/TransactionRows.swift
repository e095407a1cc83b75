internal import Foundation
internal import Observing
internal import SQLite

/// The users in an open transaction, and the changes made to them.
final class TransactionRows: UserRows, @unchecked Sendable {
  // Unchecked because each access first checks that it is on the transaction's thread.
  private let thread = ObjectIdentifier(Thread.current)
  private var connection: UnsafePointer<Connection>?
  private let log: (@Sendable (UserDatabase.Step) -> Void)?
  private(set) var changes: [DataEvent] = []

  private init(
    _ connection: UnsafePointer<Connection>, _ log: (@Sendable (UserDatabase.Step) -> Void)?
  ) {
    self.connection = connection
    self.log = log
  }

  /// Lends the rows of a connection to the closure. Accesses after that throw.
  static func lend<Result>(
    of connection: borrowing Connection, _ log: (@Sendable (UserDatabase.Step) -> Void)?,
    to body: (TransactionRows) throws -> Result
  ) throws -> Result {
    try withUnsafePointer(to: connection) { connection in
      let rows = TransactionRows(connection, log)
      defer { rows.connection = nil }
      return try body(rows)
    }
  }

  func get(_ id: Int64) throws(DataAccessError) -> UserRawModel? {
    try use { (connection) throws(DatabaseError) in
      try connection.first("SELECT id, name FROM user WHERE id = ?", id, read: model)
    }
  }

  func all() throws(DataAccessError) -> [UserRawModel] {
    try use { (connection) throws(DatabaseError) in
      try connection.rows("SELECT id, name FROM user ORDER BY id", read: model)
    }
  }

  private func model(of row: borrowing Row) throws(DatabaseError) -> UserRawModel {
    let user = UserRawModel(id: try row[0], name: try row[1])
    log?(.conversion(user.id))
    return user
  }

  func insert(_ user: UserRawModel) throws(DataAccessError) {
    try use { (connection) throws(DatabaseError) in
      insertedID = user.id
      try connection.run(Self.insertion, user.id, user.name.value)
    }
    changes.append(.insert(user.id))
  }

  func insert(_ users: [UserRawModel]) throws(DataAccessError) {
    try use { (connection) throws(DatabaseError) in
      // A savepoint, so that steps that continue after an error see none of the users.
      try connection.transaction { () throws(DatabaseError) in
        try connection.prepared(Self.insertion) { (insertion) throws(DatabaseError) in
          for user in users {
            insertedID = user.id
            try insertion.bind(user.id, user.name.value)
            try insertion.run()
          }
        }
      }
    }
    if !users.isEmpty { changes.append(.refresh(rows: users.count)) }
  }

  func update(_ user: UserRawModel) throws(DataAccessError) {
    guard try updateRow(of: user) else { throw DataAccessError(.noSuchUser(user.id)) }
  }

  func save(_ user: UserRawModel) throws(DataAccessError) {
    if try !updateRow(of: user) { try insert(user) }
  }

  func delete(_ id: Int64) throws(DataAccessError) {
    guard try change("DELETE FROM user WHERE id = ?", id) > 0 else {
      throw DataAccessError(.noSuchUser(id))
    }
    changes.append(.delete(id))
  }

  func deleteAll() throws(DataAccessError) {
    let count = try change("DELETE FROM user")
    if count > 0 { changes.append(.refresh(rows: count)) }
  }

  private static let insertion = "INSERT INTO user (id, name) VALUES (?, ?)"
  /// The id of the row being inserted, for the error of a primary key violation.
  private var insertedID: Int64 = 0

  private func updateRow(of user: UserRawModel) throws(DataAccessError) -> Bool {
    let sql = "UPDATE user SET name = ? WHERE id = ?"
    guard try change(sql, user.name.value, user.id) > 0 else { return false }
    changes.append(.update(user.id))
    return true
  }

  private func change<each Value: DatabaseValue>(
    _ sql: String, _ values: repeat each Value
  ) throws(DataAccessError) -> Int {
    try use { (connection) throws(DatabaseError) in
      try connection.run(sql, repeat each values)
      return connection.changeCount
    }
  }

  private func use<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(DataAccessError) -> Result {
    guard thread == ObjectIdentifier(Thread.current), let connection else {
      throw DataAccessError(.transactionEnded)
    }
    do throws(DatabaseError) {
      return try body(connection.pointee)
    } catch {
      throw error.matches(.primaryKeyConstraint)
        ? DataAccessError(.userExists(insertedID)) : DataAccessError(error)
    }
  }
}
