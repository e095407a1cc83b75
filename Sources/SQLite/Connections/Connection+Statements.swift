internal import CSQLite

extension Connection {
  /// Lends a prepared statement, without bindings, to the closure. The connection caches it, so
  /// that the same SQL is compiled once.
  ///
  /// A nested call with the same SQL gets another statement.
  ///
  /// - Throws: An error of SQLite in the SQL, ``DatabaseError/notOneStatement(sql:)``, or an error
  ///   of the closure.
  @inlinable
  public func prepared<Result>(
    _ sql: String, _ body: (inout Statement) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try storage.lend(sql, failure: { $0 }) { (statement) throws(DatabaseError) in
      statement.clearBindings()
      return try body(&statement)
    }
  }

  /// The same, for a closure that can throw any error.
  @inlinable
  public func prepared<Result>(
    _ sql: String, _ body: (inout Statement) throws -> Result
  ) throws -> Result {
    try storage.lend(sql, failure: { $0 as any Error }) { statement in
      statement.clearBindings()
      return try body(&statement)
    }
  }

  /// Runs one statement with the given values: `try connection.run("DELETE FROM news WHERE id = ?",
  /// 1)`.
  ///
  /// - Throws: An error of SQLite, or ``DatabaseError/wrongParameterCount(wanted:given:sql:)``.
  @inlinable
  public func run<each Value: DatabaseValue>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) {
    try storage.lend(sql, failure: { $0 }) { (statement) throws(DatabaseError) in
      try statement.bind(repeat each values)
      try statement.run()
    }
  }

  /// Runs several statements without values, in order, until one fails. The earlier ones keep their
  /// effect, unless the call is in a ``transaction(_:_:)``. Rows are ignored.
  ///
  /// - Throws: An error of SQLite, with the whole script as its SQL;
  ///   ``DatabaseError/notOneStatement(sql:)``, before anything is run, if the script contains a
  ///   NUL.
  public func execute(_ script: String) throws(DatabaseError) {
    try storage.checkTransaction()
    guard !script.utf8.contains(0) else { throw .notOneStatement(sql: script) }
    let code = sqlite3_exec(storage.handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw .failure(code, on: storage.handle, sql: script) }
  }

  // MARK: Changes

  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  public var changeCount: Int { Int(sqlite3_changes(storage.handle)) }
}
