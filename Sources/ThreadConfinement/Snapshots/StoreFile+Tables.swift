internal import SQLite

extension StoreFile {
  /// Creates missing tables, and throws if an existing table has other columns. A caller that may
  /// not block waits for SQLite's own lock, which has a time limit, instead of the writer queue.
  func prepare(_ types: [any StoredType], mayBlock: Bool) throws(ConfinedStore.Failure) {
    let connection = try takeConnection()
    // Usually nothing is missing, and checking does not need the writer queue.
    var (missing, difference) = try connection.use { (db) throws(DatabaseError) in
      try Self.compare(types, on: db)
    }
    if !missing.isEmpty {
      let hasTurn = mayBlock || writerQueue.takeIfFree()
      if mayBlock { writerQueue.take(refused: nil) }
      defer { if hasTurn { writerQueue.release() } }
      (missing, difference) = try connection.use { (db) throws(DatabaseError) in
        try db.transaction { () throws(DatabaseError) in
          // Another process may have created them meanwhile.
          let found = try Self.compare(types, on: db)
          for creation in found.missing { try db.execute(creation) }
          return found
        }
      }
    }
    returnConnection(connection)
    if let difference { throw difference }
  }

  /// The SQL that creates the missing tables; none if an existing one differs.
  private static func compare(
    _ types: [any StoredType], on connection: borrowing Connection
  ) throws(DatabaseError) -> (missing: [String], difference: ConfinedStore.Failure?) {
    var missing: [String] = []
    if try columns(of: "_store", on: connection).isEmpty {
      missing.append(
        """
        CREATE TABLE _store (version INTEGER NOT NULL, serial INTEGER NOT NULL) STRICT;
        INSERT INTO _store VALUES (0, 0)
        """)
    }
    for type in types {
      let found = try columns(of: type.name, on: connection)
      let wanted = type.declarations.map { "\($0.name) \($0.type)" }
      if found.isEmpty {
        missing.append(type.creation)
      } else if found != wanted {
        return ([], .schemaChanged(type: type.name, found: found, wanted: wanted))
      }
    }
    return (missing, nil)
  }

  private static func columns(
    of table: String, on connection: borrowing Connection
  ) throws(DatabaseError) -> [String] {
    let sql = """
      SELECT name || ' ' || type || CASE "notnull" WHEN 1 THEN ' NOT NULL' ELSE '' END
      FROM pragma_table_info(?) ORDER BY cid
      """
    return try connection.rows(sql, table)
  }
}
