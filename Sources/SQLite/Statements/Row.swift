internal import CSQLite

/// The current row of a result, lent to a closure: `let name: String = try row[1]`. Values are
/// copied only when they are read.
public struct Row: ~Copyable {
  @usableFromInline let statement: OpaquePointer

  @inlinable
  init(_ statement: OpaquePointer) { self.statement = statement }

  public var columnCount: Int { Int(sqlite3_column_count(statement)) }

  /// The value in a column, counted from 0. Throws ``DatabaseError/noSuchColumn(_:sql:)`` or
  /// ``DatabaseError/wrongType(column:wanted:found:sql:)``, also for NULL as a non-Optional type.
  @inlinable
  public subscript<Value: DatabaseValue>(index: Int) -> Value {
    get throws(DatabaseError) { try Value(from: ResultColumn(statement, index: index)) }
  }
}

/// A type that is read from a whole row: `let people: [Person] = try connection.rows("SELECT …")`.
/// A ``DatabaseValue`` is read from the first column.
public protocol RowReadable {
  /// Reads the columns of a row, which is valid only during the call.
  init(_ row: borrowing Row) throws(DatabaseError)
}

extension RowReadable where Self: DatabaseValue {
  @inlinable
  public init(_ row: borrowing Row) throws(DatabaseError) { self = try row[0] }
}

extension Row {
  /// The first columns, one for each element.
  @inlinable
  func tuple<First: DatabaseValue, Second: DatabaseValue, each Other: DatabaseValue>()
    throws(DatabaseError) -> (First, Second, repeat each Other)
  {
    var index = 1
    return (try self[0], try self[1], repeat try value(after: &index) as each Other)
  }

  @inlinable
  func value<Value: DatabaseValue>(after index: inout Int) throws(DatabaseError) -> Value {
    index += 1
    return try self[index]
  }
}
