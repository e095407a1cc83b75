public import SQLite

/// A plain value that the store keeps, and the one list of its columns.
///
/// The list is everything at once: the schema, how a value is written and read, what can be
/// filtered and sorted by, and the names that change notifications give.
///
/// ```swift
/// struct Artist: ConfinedObject {
///   var id = 0
///   var name = ""
///   static let columns = [Column("id", \Artist.id), Column("name", \.name)]
/// }
/// ```
///
/// A value itself is not confined and may be used on any thread. What is confined is the
/// ``LiveObject`` that the store gives for it. `id` is the primary key.
public protocol ConfinedObject: Identifiable, Sendable where ID: ColumnValue, ID: Hashable {
  /// A value whose columns are then set to what is stored.
  init()
  /// Every stored property, `id` first; their order is that in notifications.
  static var columns: [Column<Self>] { get }
}

/// One stored property: its name beside its key path.
public struct Column<Object>: Sendable {
  /// The name in the file and in notifications.
  public let name: String
  /// How the column is declared.
  public let type: ColumnType
  // Made where the type is known, so that each is compiled for that type.
  @usableFromInline let keyPath: any PartialKeyPath<Object> & Sendable
  @usableFromInline let bind: @Sendable (Object, inout Statement, Int) throws(DatabaseError) -> Void
  @usableFromInline let read:
    @Sendable (borrowing Row, Int, inout Object) throws(DatabaseError) -> Void
  @usableFromInline let isEqual: @Sendable (Object, Object) -> Bool
  @usableFromInline let value: @Sendable (Object) -> any ColumnValue

  /// - Parameters:
  ///   - name: the column's name, which other programs that open the file will see.
  ///   - keyPath: the property, which may be one of a part: `\.model.name`.
  @inlinable
  public init<Value: ColumnValue>(
    _ name: String, _ keyPath: any WritableKeyPath<Object, Value> & Sendable
  ) {
    self.name = name
    self.keyPath = keyPath
    type = Value.columnType
    let property = Property(keyPath)
    bind = { (object, statement, position) throws(DatabaseError) in
      try statement.bind(property.value(of: object), at: position)
    }
    read = { (row, index, object) throws(DatabaseError) in
      property.set(try row[index], of: &object)
    }
    isEqual = { property.value(of: $0) == property.value(of: $1) }
    value = { property.value(of: $0) }
  }
}
