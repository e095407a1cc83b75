public import Foundation

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
