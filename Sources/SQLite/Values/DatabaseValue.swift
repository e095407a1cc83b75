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
