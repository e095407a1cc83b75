public import SQLite

/// A write that has begun: its connection, and the marks of its rows.
@usableFromInline
struct WriteTransaction: Sendable {
  let connection: LockedConnection
  let file: StoreFile
  /// The version that its commit makes.
  @usableFromInline let version: Int64
  /// The serial of the row that was added last.
  @usableFromInline var serial: Int64
  var assigned = AssignedColumns.Commit()
  /// Whether anything was written, or tried.
  var hasChanges = false

  /// Begins on a connection of its own; the caller has the turn.
  init(of file: StoreFile) throws(DatabaseError) {
    let connection = try file.takeConnection()
    do throws(DatabaseError) {
      (version, serial) = try connection.use {
        (connection) throws(DatabaseError) -> (Int64, Int64) in
        try connection.run("BEGIN IMMEDIATE")
        return try connection.first("SELECT version + 1, serial FROM _store") ?? (1, 0)
      }
    } catch {
      connection.rollBack()
      throw error
    }
    serial = max(serial, file.lastSerial)
    self.connection = connection
    self.file = file
  }

  /// Uses the connection, unless SQLite has ended the transaction by itself, as it does if the disk
  /// is full: statements after that would be committed one by one.
  @usableFromInline
  func run<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try connection.use { (connection) throws(DatabaseError) in
      guard connection.isInTransaction else { throw .transactionEnded(path: connection.path) }
      return try body(connection)
    }
  }

  /// Commits and ends the turn. If that fails, the write is rolled back.
  func commit() throws(DatabaseError) {
    try store()
    file.giveBack(connection)
    end()
  }

  /// Commits, pins what it has committed, and ends the turn. If committing fails, the write is rolled
  /// back.
  ///
  /// - Returns: nil if the version cannot be pinned; the next read reports the cause.
  func commitAndPin() throws(DatabaseError) -> Snapshot? {
    try store()
    // On the connection that has the version's pages in its cache already.
    let pinned = try? Snapshot(of: file, on: connection)
    end()
    return pinned
  }

  private func store() throws(DatabaseError) {
    // Before the commit, since another store may read the new version as soon as it exists.
    file.record(assigned, version: version)
    do throws(DatabaseError) {
      try run { (connection) throws(DatabaseError) in
        try connection.run("UPDATE _store SET version = ?, serial = ?", version, serial)
        try connection.run("COMMIT")
      }
    } catch {
      file.forget(version: version)
      abandon()
      throw error
    }
  }

  /// Rolls back and ends the turn.
  func abandon() {
    connection.rollBack()
    file.giveBack(connection)
    end()
  }

  private func end() {
    file.lastSerial = serial
    file.writerQueue.give()
  }
}

extension WriteTransaction {
  /// - Returns: the serial of the new row.
  mutating func insert<Object: ConfinedObject>(
    _ object: Object, in table: Table<Object>
  ) throws(DatabaseError) -> Int64 {
    var refused: Object?
    try insert([object], refused: &refused, in: table)
    return serial
  }

  /// Inserts all with one statement; inlinable, so that the loop is specialised for the type.
  ///
  /// - Parameters:
  ///   - objects: inserted in their order.
  ///   - refused: set to the one that could not be inserted.
  ///   - table: their table.
  /// - Throws: the database's error; those before stay inserted in the write.
  @inlinable
  mutating func insert<Object: ConfinedObject>(
    _ objects: [Object], refused: inout Object?, in table: Table<Object>
  ) throws(DatabaseError) {
    let (first, version) = (serial, version)
    var next = first
    // What was inserted before a refusal stays in the write, and so do its serials.
    defer { serial = next }
    try run { (db) throws(DatabaseError) in
      try db.prepared(table.insertion) { (statement) throws(DatabaseError) in
        let count = table.columns.count
        try statement.bind(version, at: count + 2)
        for object in objects {
          do throws(DatabaseError) {
            try table.bind(object, to: &statement)
            try statement.bind(next + 1, at: count + 1)
            try statement.run()
          } catch {
            refused = object
            throw error
          }
          next += 1
        }
      }
    }
  }

  /// Sets the columns that differ, or all; writes nothing if none has to be set.
  mutating func replace<Object: ConfinedObject>(
    _ known: StoredRow<Object>, with object: Object, in table: Table<Object>, setsAll: Bool
  ) throws(DatabaseError) {
    let set = table.columns.indices.filter { index in
      setsAll ? index != table.keyIndex : !table.columns[index].isEqual(known.object, object)
    }
    guard !set.isEmpty else { return }
    try run { (db) throws(DatabaseError) in
      try db.prepared(table.replacement) { (statement) throws(DatabaseError) in
        try table.bind(object, to: &statement)
        try statement.bind(version, at: table.columns.count + 1)
        try statement.bind(object.id, at: table.columns.count + 2)
        try statement.run()
      }
    }
    assigned.record(set, of: known.serial, in: table.name)
  }

  /// Sets one column.
  mutating func set<Object: ConfinedObject>(
    _ index: Int, of object: Object, serial: Int64, in table: Table<Object>
  ) throws(DatabaseError) {
    try run { (db) throws(DatabaseError) in
      try db.prepared(table.assignments[index]) { (statement) throws(DatabaseError) in
        try table.columns[index].bind(object, &statement, 1)
        try statement.bind(version, at: 2)
        try statement.bind(object.id, at: 3)
        try statement.run()
      }
    }
    assigned.record(CollectionOfOne(index), of: serial, in: table.name)
  }
}

extension Table {
  /// The row with that key; nil if there is none.
  @inlinable
  func row(
    _ key: Object.ID, on connection: borrowing Connection
  ) throws(DatabaseError) -> StoredRow<Object>? {
    try connection.first(byKey, key, read: read)
  }
}

extension DatabaseError {
  /// Whether a row with the key exists. SQLite has another code for a key that is the row's id.
  @usableFromInline
  var isTakenKey: Bool { matches(.primaryKeyConstraint) || code?.rawValue == 2579 }
}
