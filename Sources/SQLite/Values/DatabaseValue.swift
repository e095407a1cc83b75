internal import CSQLite
public import Foundation

/// A value that can be read from a column and bound to a parameter.
///
/// `Int`, `Int64`, `Double`, `Bool`, `String`, `Data` and Optionals of them conform.
/// Other types are stored as one of these:
/// ```swift
/// extension URL: DatabaseValue {
///   init(from column: borrowing ResultColumn) throws(DatabaseError) { … }
///   func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
///     try absoluteString.bind(to: parameter)
///   }
/// }
/// ```
/// An enum with raw values only has to declare the conformance.
public protocol DatabaseValue: RowReadable {
  /// Reads the column without lossy conversions. Throws
  /// ``DatabaseError/wrongType(column:wanted:found:sql:)`` for another type.
  init(from column: borrowing ResultColumn) throws(DatabaseError)

  /// Binds the value to a parameter.
  func bind(to parameter: borrowing Parameter) throws(DatabaseError)
}

extension DatabaseValue where Self: RawRepresentable, RawValue: DatabaseValue {
  /// Reads the raw value. A value without a case is a
  /// ``DatabaseError/wrongType(column:wanted:found:sql:)``.
  @inlinable
  public init(from column: borrowing ResultColumn) throws(DatabaseError) {
    let rawValue = try RawValue(from: column)
    guard let value = Self(rawValue: rawValue) else {
      throw column.mismatch(Self.self, found: "\(rawValue)")
    }
    self = value
  }

  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try rawValue.bind(to: parameter)
  }
}

extension Optional: RowReadable where Wrapped: DatabaseValue {}

extension Optional: DatabaseValue where Wrapped: DatabaseValue {
  /// Reads NULL as nil.
  @inlinable
  public init(from column: borrowing ResultColumn) throws(DatabaseError) {
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
  @inlinable
  public init(from column: borrowing ResultColumn) throws(DatabaseError) {
    self = try column.integer(as: Int64.self)
  }

  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try parameter.check(sqlite3_bind_int64(parameter.statement, parameter.position, self))
  }
}

extension Int: DatabaseValue {
  /// Reads an INTEGER that fits.
  @inlinable
  public init(from column: borrowing ResultColumn) throws(DatabaseError) {
    let integer = try column.integer(as: Int.self)
    guard let value = Int(exactly: integer) else {
      throw column.mismatch(Int.self, found: "\(integer)")
    }
    self = value
  }

  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try Int64(self).bind(to: parameter)
  }
}

extension Bool: DatabaseValue {
  /// Reads the INTEGER 0 or 1 and no other value.
  @inlinable
  public init(from column: borrowing ResultColumn) throws(DatabaseError) {
    switch try column.integer(as: Bool.self) {
    case 0: self = false
    case 1: self = true
    case let other: throw column.mismatch(Bool.self, found: "\(other)")
    }
  }

  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try Int64(self ? 1 : 0).bind(to: parameter)
  }
}

extension Double: DatabaseValue {
  /// Reads a REAL, or an INTEGER that a `Double` represents exactly: `sum(x)` of integers is one.
  public init(from column: borrowing ResultColumn) throws(DatabaseError) {
    let value = column.value
    guard sqlite3_value_type(value) != SQLITE_FLOAT else {
      self = sqlite3_value_double(value)
      return
    }
    let integer = try column.integer(as: Double.self)
    guard let double = Double(exactly: integer) else {
      throw column.mismatch(Double.self, found: "\(integer)")
    }
    self = double
  }

  /// Binds a REAL, or throws ``DatabaseError/notANumber(parameter:sql:)``.
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    let (statement, position) = (parameter.statement, parameter.position)
    guard !isNaN else {
      throw .notANumber(parameter: Int(position), sql: DatabaseError.sql(of: statement))
    }
    try parameter.check(sqlite3_bind_double(statement, position, self))
  }
}

extension String: DatabaseValue {
  /// Reads a TEXT, including NULs. Bytes that are not UTF-8, which only another program can have
  /// stored, become U+FFFD; `CAST(… AS BLOB)` returns them unchanged.
  public init(from column: borrowing ResultColumn) throws(DatabaseError) {
    let value = column.value
    guard sqlite3_value_type(value) == SQLITE_TEXT else { throw column.mismatch(String.self) }
    guard let text = sqlite3_value_text(value) else { throw column.outOfMemory }
    let count = Int(sqlite3_value_bytes(value))
    self.init(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    let (statement, position) = (parameter.statement, parameter.position)
    var string = self
    let code = string.withUTF8 { text in
      // An empty buffer may have no address, which SQLite would bind as NULL.
      guard let address = text.baseAddress else {
        return sqlite3_bind_text64(statement, position, "", 0, copied, UInt8(SQLITE_UTF8))
      }
      return address.withMemoryRebound(to: CChar.self, capacity: text.count) {
        sqlite3_bind_text64(statement, position, $0, UInt64(text.count), copied, UInt8(SQLITE_UTF8))
      }
    }
    try parameter.check(code)
  }
}

extension Data: DatabaseValue {
  public init(from column: borrowing ResultColumn) throws(DatabaseError) {
    let (statement, index) = (column.statement, column.index)
    guard sqlite3_column_type(statement, index) == SQLITE_BLOB else {
      throw column.mismatch(Data.self)
    }
    // Nil for an empty blob.
    let bytes = sqlite3_column_blob(statement, index)
    let count = Int(sqlite3_column_bytes(statement, index))
    guard bytes != nil || count == 0 else { throw column.outOfMemory }
    self = bytes.map { Data(bytes: $0, count: count) } ?? Data()
  }

  /// Binds a BLOB. Empty data is an empty BLOB, not NULL.
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    let (statement, position) = (parameter.statement, parameter.position)
    let code = withUnsafeBytes { bytes in
      guard let address = bytes.baseAddress, !bytes.isEmpty else {
        return sqlite3_bind_zeroblob(statement, position, 0)
      }
      return sqlite3_bind_blob64(statement, position, address, UInt64(bytes.count), copied)
    }
    try parameter.check(code)
  }
}

/// `SQLITE_TRANSIENT`, a C macro with a cast, which Swift does not import. SQLite copies the bytes
/// when they are bound, because a pointer into a Swift value is valid only during a closure.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
