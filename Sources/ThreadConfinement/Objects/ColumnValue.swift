public import Foundation
public import SQLite

/// A type that a column can hold.
///
/// `Int`, `Int64`, `Double`, `Bool`, `String`, `Data` and their Optionals conform. An enumeration
/// with a raw value of one of these only has to declare the conformance.
public protocol ColumnValue: DatabaseValue, Equatable, Sendable {
  /// The declared type of its column.
  static var columnType: ColumnType { get }
}

/// The declared type of a column, and whether it may be null.
public enum ColumnType: Hashable, Sendable {
  /// A 64-bit integer.
  case integer(isOptional: Bool)
  /// A 64-bit floating-point number.
  case real(isOptional: Bool)
  /// UTF-8 text.
  case text(isOptional: Bool)
  /// Bytes.
  case blob(isOptional: Bool)

  /// The same type, nullable.
  var optional: ColumnType {
    switch self {
    case .integer: .integer(isOptional: true)
    case .real: .real(isOptional: true)
    case .text: .text(isOptional: true)
    case .blob: .blob(isOptional: true)
    }
  }

  /// The column's declaration in `CREATE TABLE`.
  var declaration: String {
    switch self {
    case .integer(let isOptional): isOptional ? "INTEGER" : "INTEGER NOT NULL"
    case .real(let isOptional): isOptional ? "REAL" : "REAL NOT NULL"
    case .text(let isOptional): isOptional ? "TEXT" : "TEXT NOT NULL"
    case .blob(let isOptional): isOptional ? "BLOB" : "BLOB NOT NULL"
    }
  }
}

extension Int: ColumnValue {
  /// An integer column.
  public static var columnType: ColumnType { .integer(isOptional: false) }
}

extension Int64: ColumnValue {
  /// An integer column.
  public static var columnType: ColumnType { .integer(isOptional: false) }
}

extension Bool: ColumnValue {
  /// An integer column that holds 0 or 1.
  public static var columnType: ColumnType { .integer(isOptional: false) }
}

extension Double: ColumnValue {
  /// A floating-point column.
  public static var columnType: ColumnType { .real(isOptional: false) }
}

extension String: ColumnValue {
  /// Text.
  public static var columnType: ColumnType { .text(isOptional: false) }
}

extension Data: ColumnValue {
  /// Bytes.
  public static var columnType: ColumnType { .blob(isOptional: false) }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The wrapped type's column, nullable.
  public static var columnType: ColumnType { Wrapped.columnType.optional }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  // Repeated from SQLite, so that an enumeration can conform in a file that imports only this
  // module.

  /// Reads the first column.
  @inlinable
  public init(_ row: borrowing Row) throws(DatabaseError) { self = try row[0] }

  /// The raw value's column.
  public static var columnType: ColumnType { RawValue.columnType }

  /// Reads the raw value.
  ///
  /// - Throws: `wrongType`, including if no case has the raw value.
  public init(from column: borrowing SQLite.Column) throws(DatabaseError) {
    let rawValue = try RawValue(from: column)
    guard let value = Self(rawValue: rawValue) else {
      throw column.mismatch(Self.self, found: "\(rawValue)")
    }
    self = value
  }

  /// Binds the raw value.
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try rawValue.bind(to: parameter)
  }
}
