public import SQLite

/// A type whose values the store keeps, with one list of its columns.
///
/// The list is the schema. It also determines how a value is written and read, the properties for
/// filters and sorts, and the names in change notifications.
///
/// ```swift
/// struct Artist: ConfinedObject {
///   var id = 0
///   var name = ""
///   static let columns = [Column("id", \Artist.id), Column("name", \.name)]
/// }
/// ```
///
/// A value is not confined and may be used on any thread; the ``LiveObject`` that the store returns
/// for it is confined. `id` is the primary key.
public protocol ConfinedObject: Identifiable, Sendable where ID: ColumnValue, ID: Hashable {
  /// Creates a value, whose columns are then set from the stored row.
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
  // Created where the type is known, so that each is specialised for it.
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

/// A property by its offset in the value, or by its key path if it is computed or observed.
///
/// An offset is faster than a key path, and rows are read and written column by column.
@usableFromInline
struct Property<Object, Value>: Sendable {
  @usableFromInline let keyPath: any WritableKeyPath<Object, Value> & Sendable
  @usableFromInline let offset: Int?

  @inlinable
  init(_ keyPath: any WritableKeyPath<Object, Value> & Sendable) {
    self.keyPath = keyPath
    offset = MemoryLayout<Object>.offset(of: keyPath)
  }

  @inlinable
  func value(of object: Object) -> Value {
    guard let offset else { return object[keyPath: keyPath] }
    return withUnsafePointer(to: object) { object in
      (UnsafeRawPointer(object) + offset).assumingMemoryBound(to: Value.self).pointee
    }
  }

  @inlinable
  func set(_ value: Value, of object: inout Object) {
    guard let offset else { return object[keyPath: keyPath] = value }
    withUnsafeMutablePointer(to: &object) { object in
      (UnsafeMutableRawPointer(object) + offset).assumingMemoryBound(to: Value.self).pointee = value
    }
  }
}
