internal import SQLite

/// The users inside an open transaction, and what was done to them.
///
/// Used by one thread, until the transaction ends.
final class TransactionRows: UserRows {
  private let owner: OwnConnection
  private var isOpen = true
  /// In the order of the changes.
  private(set) var events: [DataEvent] = []

  init(_ owner: OwnConnection) { self.owner = owner }

  func end() { isOpen = false }

  // MARK: Reading

  func get(_ id: Int64) throws(DataAccessError) -> UserRawModel? {
    try use { (connection) throws(DatabaseError) in try connection.user(id) }
  }

  func all() throws(DataAccessError) -> [UserRawModel] {
    try use { (connection) throws(DatabaseError) in try connection.users() }
  }

  // MARK: Writing

  func insert(_ user: UserRawModel) throws(DataAccessError) { try insert(UserRow(user)) }

  func insert(_ users: [UserRawModel]) throws(DataAccessError) {
    try insert(users, isAlone: false)
  }

  func update(_ user: UserRawModel) throws(DataAccessError) { try update(UserRow(user)) }

  func save(_ user: UserRawModel) throws(DataAccessError) { try save(UserRow(user)) }

  func insert(_ row: UserRow) throws(DataAccessError) {
    let failure = try failure { (connection) throws(DatabaseError) in try connection.insert(row) }
    if let failure { throw Self.insertFailure(failure, id: row.id) }
    events.append(.insert(row.id))
  }

  /// Unless the transaction does nothing else, this is a savepoint of its own, which costs a copy of each
  /// page, so that steps that go on after a failure have none of the rows.
  func insert(_ users: [some Writable], isAlone: Bool) throws(DataAccessError) {
    var next: Int64 = 0
    let failure = try failure { (connection) throws(DatabaseError) in
      if isAlone { return try connection.insert(users, next: &next) }
      try connection.transaction { () throws(DatabaseError) in
        try connection.insert(users, next: &next)
      }
    }
    if let failure { throw Self.insertFailure(failure, id: next) }
    if !users.isEmpty { events.append(.refresh(rows: users.count)) }
  }

  func update(_ row: UserRow) throws(DataAccessError) {
    let count = try use { (connection) throws(DatabaseError) in try connection.update(row) }
    guard count > 0 else { throw DataAccessError(.noSuchUser(row.id)) }
    events.append(.update(row.id))
  }

  func save(_ row: UserRow) throws(DataAccessError) {
    let wasThere = try use { (connection) throws(DatabaseError) -> Bool in
      if try connection.update(row) > 0 { return true }
      try connection.insert(row)
      return false
    }
    events.append(wasThere ? .update(row.id) : .insert(row.id))
  }

  func delete(_ id: Int64) throws(DataAccessError) {
    let count = try use { (connection) throws(DatabaseError) in try connection.delete(id) }
    guard count > 0 else { throw DataAccessError(.noSuchUser(id)) }
    events.append(.delete(id))
  }

  func deleteAll() throws(DataAccessError) {
    let count = try use { (connection) throws(DatabaseError) in try connection.deleteAll() }
    if count > 0 { events.append(.refresh(rows: count)) }
  }

  // MARK: Rules

  private func use<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(DataAccessError) -> Result {
    guard isOpen, Seat.present?.connection === owner else {
      throw DataAccessError(.transactionEnded)
    }
    do throws(DatabaseError) {
      return try body(owner.connection)
    } catch {
      throw DataAccessError(error)
    }
  }

  /// What SQLite refused of this, nil if nothing.
  private func failure(
    _ body: (borrowing Connection) throws(DatabaseError) -> Void
  ) throws(DataAccessError) -> DatabaseError? {
    try use { (connection) throws(DatabaseError) -> DatabaseError? in
      do throws(DatabaseError) { try body(connection) } catch { return error }
      return nil
    }
  }

  private static func insertFailure(_ error: DatabaseError, id: Int64) -> DataAccessError {
    error.matches(.primaryKeyConstraint)
      ? DataAccessError(.userExists(id)) : DataAccessError(error)
  }
}
