internal import CSQLite

extension Connection {
  /// Lends a prepared statement to the closure. The connection keeps it, so that the same SQL is
  /// compiled once. Nothing is bound to it at first.
  ///
  /// The same SQL may be used again from inside the closure: that is another statement.
  ///
  /// - Throws: what SQLite says about the SQL, ``DatabaseError/notOneStatement(sql:)``, or what the
  ///   closure throws.
  @inlinable
  public func prepared<Result>(
    _ sql: String, _ body: (inout Statement) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try storage.lend(sql, failure: { $0 }) { (statement) throws(DatabaseError) in
      statement.clearBindings()
      return try body(&statement)
    }
  }

  /// The same, for closures that throw errors of their own.
  @inlinable
  public func prepared<Result>(
    _ sql: String, _ body: (inout Statement) throws -> Result
  ) throws -> Result {
    try storage.lend(sql, failure: { $0 as any Error }) { statement in
      statement.clearBindings()
      return try body(&statement)
    }
  }

  /// Runs one statement with these values: `try connection.run("DELETE FROM news WHERE id = ?", 1)`.
  ///
  /// - Throws: what SQLite says, or ``DatabaseError/wrongParameterCount(wanted:given:sql:)``.
  @inlinable
  public func run<each Value: DatabaseValue>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) {
    try storage.lend(sql, failure: { $0 }) { (statement) throws(DatabaseError) in
      try statement.bind(repeat each values)
      try statement.run()
    }
  }

  /// Runs statements without values, one after the other, until one fails; those before it stay done,
  /// unless this is in a ``transaction(_:_:)``. Rows are passed over.
  ///
  /// - Throws: what SQLite says, with the whole script as its SQL; ``DatabaseError/notOneStatement(sql:)``
  ///   if there is a NUL in it, before anything is run.
  public func execute(_ script: String) throws(DatabaseError) {
    try storage.checkTransaction()
    var script = script
    let (code, hasNUL) = script.withUTF8 { text in
      text.contains(0) ? (SQLITE_OK, true) : (run(Script(text)), false)
    }
    guard !hasNUL else { throw .notOneStatement(sql: script) }
    guard code == SQLITE_OK else { throw .failure(code, on: storage.handle, sql: script) }
  }

  private func run(_ script: consuming Script) -> Int32 {
    while !script.isAtEnd {
      var statement: OpaquePointer?
      var code = script.next(on: storage.handle, persistent: false, &statement)
      guard code == SQLITE_OK else { return code }
      guard let statement else { continue }
      repeat { code = sqlite3_step(statement) } while code == SQLITE_ROW
      // Resets first, so that the connection's message is that of the step.
      sqlite3_finalize(statement)
      guard code == SQLITE_DONE else { return code }
    }
    return SQLITE_OK
  }

  // MARK: What was changed

  /// The id of the row that was inserted last; 0 before the first.
  public var lastInsertedID: Int64 { sqlite3_last_insert_rowid(storage.handle) }

  /// How many rows the last INSERT, UPDATE or DELETE changed.
  public var changeCount: Int { Int(sqlite3_changes(storage.handle)) }
}
