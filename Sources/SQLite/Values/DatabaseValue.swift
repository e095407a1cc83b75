public import Foundation

/// A value that can be read from a column and bound to a parameter.
///
/// `Int`, `Int64`, `Double`, `Bool`, `String`, `Data` and Optionals of them conform.
/// Other types are stored as one of these:
/// ```swift
/// extension URL: DatabaseValue {
///   init(from column: borrowing Column) throws(DatabaseError) { … }
///   func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
///     try absoluteString.bind(to: parameter)
///   }
/// }
/// ```
/// An enum with raw values only has to declare the conformance.
public protocol DatabaseValue: RowReadable {
  /// Reads the column without lossy conversions.
  ///
  /// - Throws: ``DatabaseError/wrongType(column:wanted:found:sql:)`` if the column has another
  ///   type.
  init(from column: borrowing Column) throws(DatabaseError)

  /// Binds the value to a parameter.
  func bind(to parameter: borrowing Parameter) throws(DatabaseError)
}

extension DatabaseValue where Self: RawRepresentable, RawValue: DatabaseValue {
  /// Reads the raw value.
  ///
  /// - Throws: ``DatabaseError/wrongType(column:wanted:found:sql:)``, including if no case has the
  ///   raw value.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) {
    let rawValue = try RawValue(from: column)
    guard let value = Self(rawValue: rawValue) else {
      throw column.mismatch(Self.self, found: "\(rawValue)")
    }
    self = value
  }

  /// Binds the raw value.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try rawValue.bind(to: parameter)
  }
}

extension Optional: RowReadable where Wrapped: DatabaseValue {}

extension Optional: DatabaseValue where Wrapped: DatabaseValue {
  /// Reads NULL as nil.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) {
    self = try column.isNull() ? nil : Wrapped(from: column)
  }

  /// Binds nil as NULL.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    switch self {
    case .none: try parameter.bindNull()
    case .some(let value): try value.bind(to: parameter)
    }
  }
}

extension Int64: DatabaseValue {
  /// Reads an INTEGER.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) {
    self = try column.integer(as: Int64.self)
  }

  /// Binds an INTEGER.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try parameter.bind(self)
  }
}

extension Int: DatabaseValue {
  /// Reads an INTEGER that fits.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) {
    let integer = try column.integer(as: Int.self)
    guard let value = Int(exactly: integer) else {
      throw column.mismatch(Int.self, found: "\(integer)")
    }
    self = value
  }

  /// Binds an INTEGER.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try parameter.bind(Int64(self))
  }
}

extension Bool: DatabaseValue {
  /// Reads the INTEGER 0 or 1 and no other value.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) {
    switch try column.integer(as: Bool.self) {
    case 0: self = false
    case 1: self = true
    case let other: throw column.mismatch(Bool.self, found: "\(other)")
    }
  }

  /// Binds the INTEGER 0 or 1.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try parameter.bind(Int64(self ? 1 : 0))
  }
}

extension Double: DatabaseValue {
  /// Reads a REAL, or an INTEGER that a `Double` represents exactly.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) { self = try column.double() }

  /// Binds a REAL.
  ///
  /// - Throws: ``DatabaseError/notANumber(parameter:sql:)``.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try parameter.bind(self)
  }
}

extension String: DatabaseValue {
  /// Reads a TEXT, including NULs. Bytes that are not UTF-8 become U+FFFD.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) { self = try column.string() }

  /// Binds a TEXT.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try parameter.bind(self)
  }
}

extension Data: DatabaseValue {
  /// Reads a BLOB.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) { self = try column.data() }

  /// Binds a BLOB. Empty data is an empty BLOB, not NULL.
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    // As a result, because `withUnsafeBytes` would erase the error's type.
    let result = withUnsafeBytes { bytes in
      Result { () throws(DatabaseError) in try parameter.bind(bytes) }
    }
    try result.get()
  }
}
