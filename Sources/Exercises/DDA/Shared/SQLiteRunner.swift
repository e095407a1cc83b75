internal import SQLite

/// A database in memory, for a learner's table and for other programs.
final class SQLiteRunner: SQLRunner {
  /// The names of the current step that SQL must not contain.
  var oddNames: [String] = []
  var report: (String) -> Void = { _ in }
  private let connection: Connection

  /// - Throws: ``SceneFailure`` if SQLite cannot open the database.
  init() throws(SceneFailure) {
    do throws(DatabaseError) {
      connection = try Connection.inMemory()
    } catch { throw SceneFailure("the database cannot be opened: \(error)") }
  }

  func run(_ sql: String, _ values: [SQLValue]) throws(SQLRefusal) -> Int {
    try perform(sql) { () throws(DatabaseError) in
      let before = try totalChangeCount
      try connection.prepared(sql) { (statement) throws(DatabaseError) in
        try statement.bind(values)
        try statement.run()
      }
      return try totalChangeCount - before
    }
  }

  func rows(_ sql: String, _ values: [SQLValue]) throws(SQLRefusal) -> [[SQLValue]] {
    try perform(sql) { () throws(DatabaseError) in
      // Reverses the rows of a SELECT without ORDER BY. Set here, because SQL could turn it off.
      try connection.execute("PRAGMA reverse_unordered_selects = ON")
      return try connection.prepared(sql) { (statement) throws(DatabaseError) in
        try statement.bind(values)
        return try statement.rows(Self.columns)
      }
    }
  }

  private static func columns(of row: borrowing Row) throws(DatabaseError) -> [SQLValue] {
    var columns: [SQLValue] = []
    for column in 0..<row.columnCount { columns.append((try row[column] as Cell).value) }
    return columns
  }

  private func perform<Result>(
    _ sql: String, _ work: () throws(DatabaseError) -> Result
  ) throws(SQLRefusal) -> Result {
    for name in oddNames where sql.contains(name) {
      report("the name “\(name)” is part of the SQL")
    }
    do throws(DatabaseError) { return try work() } catch { throw SQLRefusal("\(error)") }
  }

  private var totalChangeCount: Int {
    get throws(DatabaseError) { try connection.value("SELECT total_changes()") }
  }
}

// Uses of the database by other programs.
extension SQLiteRunner {
  var isInTransaction: Bool {
    do throws(DatabaseError) { try connection.execute("BEGIN; ROLLBACK") } catch { return true }
    return false
  }

  /// Rolls back an open transaction. `false` if none was open.
  func endTransaction() -> Bool {
    do throws(DatabaseError) { try connection.execute("ROLLBACK") } catch { return false }
    return true
  }

  /// Sets whether writes are refused.
  func refuseWriting(_ isRefused: Bool) throws(SceneFailure) {
    do throws(DatabaseError) {
      try connection.execute("PRAGMA query_only = \(isRefused ? "ON" : "OFF")")
    } catch { throw SceneFailure("the database cannot be made read-only or writable: \(error)") }
  }

  func insertOutside(_ user: UserRow) throws(SceneFailure) {
    do throws(DatabaseError) {
      try connection.run("INSERT INTO user (id, name) VALUES (?, ?)", user.id, user.name)
    } catch { report("another: there is no table to insert \(user.id) into") }
  }

  var outsideRows: [String] {
    do throws(DatabaseError) {
      let rows: [(Int, String)] = try connection.rows("SELECT id, name FROM user ORDER BY id")
      return rows.map { id, name in "\(id) \"\(name)\"" }
    } catch { return ["there is no table “user” with an id and a name"] }
  }

  var outsideColumns: [String] {
    get throws(SceneFailure) {
      do throws(DatabaseError) {
        let columns: [(String, String, Bool, Bool)] = try connection.rows(
          "SELECT name, upper(type), \"notnull\", pk FROM pragma_table_info('user') ORDER BY name")
        // For a primary key, `NOT NULL` makes no difference: SQLite assigns a number for NULL.
        return columns.map { name, type, isRequired, isKey in
          "column \(name): \(type)\(isKey ? " PRIMARY KEY" : isRequired ? " NOT NULL" : "")"
        }
      } catch { throw SceneFailure("the columns of the table cannot be read: \(error)") }
    }
  }
}

extension Statement {
  fileprivate mutating func bind(_ values: [SQLValue]) throws(DatabaseError) {
    guard values.count == parameterCount else {
      throw .wrongParameterCount(wanted: parameterCount, given: values.count, sql: sql)
    }
    for (index, value) in values.enumerated() { try bind(Cell(value: value), at: index + 1) }
  }
}

/// A value, converted from and to a column.
private struct Cell: DatabaseValue {
  let value: SQLValue

  init(value: SQLValue) { self.value = value }

  init(from column: borrowing Column) throws(DatabaseError) {
    if try column.isNull() {
      value = .null
      return
    }
    do throws(DatabaseError) { value = .integer(try Int(from: column)) } catch {
      value = .text(try String(from: column))
    }
  }

  func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    switch value {
    case .integer(let number): try number.bind(to: parameter)
    case .text(let text): try text.bind(to: parameter)
    case .null: try parameter.bindNull()
    }
  }
}
