public import Foundation

/// Something that one column holds and one parameter takes.
///
/// Numbers, `Bool`, `String`, `Data`, `[UInt8]` and Optionals of them are. Other types store themselves
/// as one of these:
/// ```swift
/// extension URL: DatabaseValue {
///   init(from column: borrowing Column) throws(DatabaseError) { … }
///   func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
///     try absoluteString.bind(to: parameter)
///   }
/// }
/// ```
/// An enum with raw values needs no more than the name of the protocol.
public protocol DatabaseValue: RowReadable {
  /// Reads the column, and never turns one type into another with a loss.
  ///
  /// - Throws: ``DatabaseError/wrongType(column:wanted:found:sql:)`` if it holds something else.
  init(from column: borrowing Column) throws(DatabaseError)

  /// Binds itself.
  func bind(to parameter: borrowing Parameter) throws(DatabaseError)
}

extension DatabaseValue where Self: RawRepresentable, RawValue: DatabaseValue {
  /// Reads the raw value.
  ///
  /// - Throws: ``DatabaseError/wrongType(column:wanted:found:sql:)`` also if no case has it.
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
  /// NULL is nil.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) {
    self = try column.isNull() ? nil : Wrapped(from: column)
  }

  /// Nil is NULL.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    switch self {
    case .none: try parameter.bindNull()
    case .some(let value): try value.bind(to: parameter)
    }
  }
}

extension Int64: DatabaseValue {
  /// An INTEGER.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) {
    self = try column.integer(as: Int64.self)
  }

  /// As an INTEGER.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try parameter.bind(self)
  }
}

extension Int: DatabaseValue {
  /// An INTEGER that fits.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) {
    let integer = try column.integer(as: Int.self)
    guard let value = Int(exactly: integer) else {
      throw column.mismatch(Int.self, found: "\(integer)")
    }
    self = value
  }

  /// As an INTEGER.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try parameter.bind(Int64(self))
  }
}

extension Bool: DatabaseValue {
  /// The INTEGER 0 or 1, and no other.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) {
    switch try column.integer(as: Bool.self) {
    case 0: self = false
    case 1: self = true
    case let other: throw column.mismatch(Bool.self, found: "\(other)")
    }
  }

  /// As the INTEGER 0 or 1.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try parameter.bind(Int64(self ? 1 : 0))
  }
}

extension Double: DatabaseValue {
  /// A REAL, or an INTEGER that it holds exactly.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) { self = try column.double() }

  /// As a REAL.
  ///
  /// - Throws: ``DatabaseError/notANumber(parameter:sql:)``.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try parameter.bind(self)
  }
}

extension String: DatabaseValue {
  /// A TEXT, to its full length; bytes that are not UTF-8 become U+FFFD.
  @inlinable
  public init(from column: borrowing Column) throws(DatabaseError) { self = try column.string() }

  /// As a TEXT.
  @inlinable
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    try parameter.bind(self)
  }
}

extension Data: DatabaseValue {
  /// A BLOB.
  public init(from column: borrowing Column) throws(DatabaseError) {
    self = try column.withBytes(as: Data.self) { Data($0) }
  }

  /// As a BLOB; none of it is not NULL.
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    let failure = withUnsafeBytes { parameter.failure(binding: $0) }
    if let failure { throw failure }
  }
}

extension [UInt8]: RowReadable {}

extension [UInt8]: DatabaseValue {
  /// A BLOB.
  public init(from column: borrowing Column) throws(DatabaseError) {
    self = try column.withBytes(as: [UInt8].self) { Array($0) }
  }

  /// As a BLOB; none of it is not NULL.
  public func bind(to parameter: borrowing Parameter) throws(DatabaseError) {
    let failure = withUnsafeBytes { parameter.failure(binding: $0) }
    if let failure { throw failure }
  }
}

extension Parameter {
  /// Returns the error, since `withUnsafeBytes` would forget its type.
  fileprivate func failure(binding bytes: UnsafeRawBufferPointer) -> DatabaseError? {
    do throws(DatabaseError) { try bind(bytes) } catch { return error }
    return nil
  }
}
