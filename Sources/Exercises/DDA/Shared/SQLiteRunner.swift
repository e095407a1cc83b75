internal import SQLite

/// A database in memory, for a learner's table and for other programs.
final class SQLiteRunner: SQLRunner {
  /// The names of the current step that SQL must not contain.
  var oddNames: [String] = []
  private let connection: Connection
  private let events: Events

  /// - Throws: ``SceneFailure`` if SQLite cannot open the database.
  init(_ events: Events) throws(SceneFailure) {
    self.events = events
    connection = try Self.orFail { () throws(DatabaseError) in try Connection.inMemory() }
  }

  func run(_ sql: String, _ values: [SQLValue]) throws(SQLRefusal) -> Int {
    try perform(sql, values) { (statement) throws(DatabaseError) in
      let before = try totalChangeCount
      try statement.run()
      return try totalChangeCount - before
    }
  }

  func rows(_ sql: String, _ values: [SQLValue]) throws(SQLRefusal) -> [[SQLValue]] {
    try perform(sql, values) { (statement) throws(DatabaseError) in
      try statement.rows { (row) throws(DatabaseError) in
        var columns: [SQLValue] = []
        for column in 0..<row.columnCount { columns.append(try row.value(column)) }
        return columns
      }
    }
  }

  private func perform<Result>(
    _ sql: String, _ values: [SQLValue],
    _ body: (inout Statement) throws(DatabaseError) -> Result
  ) throws(SQLRefusal) -> Result {
    for name in oddNames where sql.contains(name) {
      events("the name “\(name)” is part of the SQL")
    }
    do throws(DatabaseError) {
      // Reverses the rows of a SELECT without ORDER BY. Set here, because SQL could turn it off.
      try connection.execute("PRAGMA reverse_unordered_selects = ON")
      return try connection.prepared(sql) { (statement) throws(DatabaseError) in
        try statement.bind(values)
        return try body(&statement)
      }
    } catch { throw SQLRefusal("\(error)") }
  }

  private var totalChangeCount: Int {
    get throws(DatabaseError) { try connection.value("SELECT total_changes()") }
  }
}

// Uses of the database by other programs.
extension SQLiteRunner {
  var isInTransaction: Bool { connection.isInTransaction }

  /// Rolls back an open transaction. `false` if none was open.
  func endTransaction() -> Bool {
    do throws(DatabaseError) { try connection.execute("ROLLBACK") } catch { return false }
    return true
  }

  /// Sets whether writes are refused.
  func refuseWriting(_ isRefused: Bool) throws(SceneFailure) {
    try Self.orFail { () throws(DatabaseError) in
      try connection.execute("PRAGMA query_only = \(isRefused ? "ON" : "OFF")")
    }
  }

  func insertOutside(_ user: UserRow) {
    do throws(DatabaseError) {
      try connection.run("INSERT INTO user (id, name) VALUES (?, ?)", user.id, user.name)
    } catch { events("another: there is no table to insert \(user.id) into") }
  }

  /// The rows of the table “user”. Nil if there is no such table with an id and a name.
  var outsideRows: [UserRow]? {
    let rows: [(Int, String)]? = try? connection.rows("SELECT id, name FROM user ORDER BY id")
    return rows?.map { UserRow(id: $0, name: $1) }
  }

  var outsideColumns: [String] {
    get throws(SceneFailure) {
      let columns: [(String, String, Bool, Bool)] = try Self.orFail { () throws(DatabaseError) in
        try connection.rows(
          "SELECT name, upper(type), \"notnull\", pk FROM pragma_table_info('user') ORDER BY name")
      }
      // For a primary key, `NOT NULL` makes no difference: SQLite assigns a number for NULL.
      return columns.map { name, type, isRequired, isKey in
        "column \(name): \(type)\(isKey ? " PRIMARY KEY" : isRequired ? " NOT NULL" : "")"
      }
    }
  }

  private static func orFail<Result: ~Copyable>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(SceneFailure) -> Result {
    do throws(DatabaseError) { return try body() } catch {
      throw SceneFailure("the database of the scene fails: \(error)")
    }
  }
}

extension Statement {
  fileprivate mutating func bind(_ values: [SQLValue]) throws(DatabaseError) {
    guard values.count == parameterCount else {
      throw .wrongParameterCount(wanted: parameterCount, given: values.count, sql: sql)
    }
    for (index, value) in values.enumerated() {
      switch value {
      case .integer(let number): try bind(number, at: index + 1)
      case .text(let text): try bind(text, at: index + 1)
      case .null: break  // Initially, each parameter is NULL.
      }
    }
  }
}

extension Row {
  fileprivate func value(_ column: Int) throws(DatabaseError) -> SQLValue {
    do throws(DatabaseError) {
      let number: Int? = try self[column]
      return number.map(SQLValue.integer) ?? .null
    } catch { return .text(try self[column]) }
  }
}
