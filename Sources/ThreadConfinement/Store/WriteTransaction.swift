public import SQLite

/// An open write: its connection, its version and the serial numbers of its rows.
@usableFromInline
struct WriteTransaction: Sendable {
  let connection: LockedConnection
  let file: StoreFile
  /// The version that the commit creates.
  @usableFromInline let version: Int64
  /// The serial number of the last inserted row.
  @usableFromInline var serial: Int64
  var assigned = AssignedColumns.Commit()
  /// Whether a change was made or attempted.
  var hasChanges = false

  /// Begins a write on its own connection. The caller must have the turn.
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

  /// Uses the connection. Throws if SQLite has rolled the transaction back by itself, as it does if
  /// the disk is full: each later statement would be committed on its own.
  @usableFromInline
  func run<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try connection.use { (connection) throws(DatabaseError) in
      guard connection.isInTransaction else { throw .transactionEnded(path: connection.path) }
      return try body(connection)
    }
  }

  /// Commits and ends the turn. A write whose commit fails is rolled back.
  func commit() throws(DatabaseError) {
    try store()
    file.returnConnection(connection)
    end()
  }

  /// Commits, pins the new version and ends the turn. A write whose commit fails is rolled back.
  ///
  /// - Returns: The snapshot; nil if the version cannot be pinned, and the next read reports the
  ///   cause.
  func commitAndPin() throws(DatabaseError) -> Snapshot? {
    try store()
    // On the same connection, whose cache already has the version's pages.
    let pinned = try? Snapshot(of: file, on: connection)
    end()
    return pinned
  }

  private func store() throws(DatabaseError) {
    // Recorded before the commit, because another store may read the new version as soon as it
    // exists.
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
    file.returnConnection(connection)
    end()
  }

  private func end() {
    file.lastSerial = serial
    file.writerQueue.release()
  }
}

extension WriteTransaction {
  /// - Returns: The serial number of the new row.
  mutating func insert<Object: ConfinedObject>(
    _ object: Object, in table: Table<Object>
  ) throws(DatabaseError) -> Int64 {
    var refused: Object?
    try insert([object], refused: &refused, in: table)
    return serial
  }

  /// Inserts objects with one statement. Inlinable, so that the loop is specialised for the type.
  ///
  /// - Parameters:
  ///   - objects: The objects, which are inserted in order.
  ///   - refused: Set to the object that could not be inserted.
  ///   - table: The table of the objects.
  /// - Throws: A database error; the objects before the refused one remain inserted in the write.
  @inlinable
  mutating func insert<Object: ConfinedObject>(
    _ objects: [Object], refused: inout Object?, in table: Table<Object>
  ) throws(DatabaseError) {
    let (first, version) = (serial, version)
    var next = first
    // The objects inserted before a refusal remain in the write, so their serial numbers stay used.
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

  /// Sets the columns that differ, or all. Does not write if no column has to be set.
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
  /// Whether a row with the key exists. SQLite has a different code for a key that is the row id.
  @usableFromInline
  var isTakenKey: Bool { matches(.primaryKeyConstraint) || code?.rawValue == 2579 }
}
