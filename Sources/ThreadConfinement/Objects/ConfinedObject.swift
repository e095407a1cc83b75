public import Foundation
public import SQLite

/// A type whose values can be stored. `id` is the primary key. The list of its columns is the
/// schema, and determines which properties filters, sorts and notifications can name.
///
/// ```swift
/// struct Artist: ConfinedObject {
///   var id = 0
///   var name = ""
///   static let columns = [Column("id", \Artist.id), Column("name", \.name)]
/// }
/// ```
///
/// A value can be used on any thread; the ``LiveObject`` that the store returns for it is confined.
public protocol ConfinedObject: Identifiable, Sendable where ID: ColumnValue, ID: Hashable {
  /// Creates a value whose columns are then set from a stored row.
  init()
  /// All stored properties, `id` first, in the order of change notifications.
  static var columns: [Column<Self>] { get }
}

/// A stored property: its name and its key path.
public struct Column<Object>: Sendable {
  /// The name in the file and in notifications.
  public let name: String
  public let type: ColumnType
  // Closures created where the type is known, so that they are specialised for it.
  @usableFromInline let keyPath: any PartialKeyPath<Object> & Sendable
  @usableFromInline let bind: @Sendable (Object, inout Statement, Int) throws(DatabaseError) -> Void
  @usableFromInline let read:
    @Sendable (borrowing Row, Int, inout Object) throws(DatabaseError) -> Void
  @usableFromInline let isEqual: @Sendable (Object, Object) -> Bool
  @usableFromInline let value: @Sendable (Object) -> any ColumnValue

  /// The property may be nested: `\.model.name`.
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

/// Access to a property by offset in the value (faster), or by key path if computed or observed.
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

/// A type that a column can hold.
///
/// `Int`, `Int64`, `Double`, `Bool`, `String`, `Data` and their Optionals conform. An enumeration
/// with such a raw value only has to declare the conformance, in a file that also imports `SQLite`.
public protocol ColumnValue: DatabaseValue, Equatable, Sendable {
  static var columnType: ColumnType { get }
}

/// The declared type of a column, and whether it may be null.
public struct ColumnType: Hashable, Sendable {
  let name: String
  var isOptional = false

  /// A 64-bit integer.
  public static let integer = ColumnType(name: "INTEGER")
  /// A 64-bit floating-point number.
  public static let real = ColumnType(name: "REAL")
  /// UTF-8 text.
  public static let text = ColumnType(name: "TEXT")
  /// Bytes.
  public static let blob = ColumnType(name: "BLOB")

  var declaration: String { isOptional ? name : "\(name) NOT NULL" }
}

extension Int: ColumnValue { public static var columnType: ColumnType { .integer } }
extension Int64: ColumnValue { public static var columnType: ColumnType { .integer } }
extension Bool: ColumnValue { public static var columnType: ColumnType { .integer } }
extension Double: ColumnValue { public static var columnType: ColumnType { .real } }
extension String: ColumnValue { public static var columnType: ColumnType { .text } }
extension Data: ColumnValue { public static var columnType: ColumnType { .blob } }

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The wrapped type's column, nullable.
  public static var columnType: ColumnType {
    ColumnType(name: Wrapped.columnType.name, isOptional: true)
  }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  public static var columnType: ColumnType { RawValue.columnType }
}
