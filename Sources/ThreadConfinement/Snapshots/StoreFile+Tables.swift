internal import SQLite

extension StoreFile {
  /// Creates missing tables, and throws if an existing table has other columns.
  ///
  /// A caller that may not block waits for SQLite's own lock, which has a time limit, instead of
  /// the writer queue.
  func prepare(_ types: [any StoredType], mayBlock: Bool) throws(ConfinedStore.Failure) {
    var changed: ConfinedStore.Failure?
    do throws(DatabaseError) {
      let connection = try takeConnection()
      // Usually nothing is missing, and checking does not need the writer queue.
      let (missing, difference) = try connection.use { (connection) throws(DatabaseError) in
        try Self.compare(types, on: connection)
      }
      changed = difference
      if difference == nil, !missing.isEmpty {
        let hasTurn = mayBlock || writerQueue.takeIfFree()
        if mayBlock { writerQueue.take(refused: nil) }
        defer { if hasTurn { writerQueue.release() } }
        changed = try connection.use { (connection) throws(DatabaseError) in
          try connection.transaction { () throws(DatabaseError) in
            // Another process may have created them meanwhile.
            let (missing, difference) = try Self.compare(types, on: connection)
            if difference == nil { for creation in missing { try connection.execute(creation) } }
            return difference
          }
        }
      }
      returnConnection(connection)
    } catch {
      throw ConfinedStore.Failure(error)
    }
    if let changed { throw changed }
  }

  private static func compare(
    _ types: [any StoredType], on connection: borrowing Connection
  ) throws(DatabaseError) -> (missing: [String], changed: ConfinedStore.Failure?) {
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
