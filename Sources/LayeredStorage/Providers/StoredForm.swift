internal import Foundation

/// A value as it is stored: JSON, or nothing at all for an Optional that is nil.
enum StoredForm<Value: Codable> {
  /// `Student`, for `Student?` too.
  private static var valueName: String { "\(optional?.wrapped ?? Value.self)" }

  private static var optional: (any OptionalValue.Type)? { Value.self as? any OptionalValue.Type }

  /// The bytes to store for a value; nil for nil.
  ///
  /// - Throws: what `failure` makes of the error.
  static func encode<Failure>(
    _ value: Value, orThrow failure: (StoredValueError) -> Failure
  ) throws(Failure) -> Data? {
    if let optional = value as? any OptionalValue, optional.isNone { return nil }
    do {
      return try JSONEncoder().encode(value)
    } catch EncodingError.invalidValue(_, let context) {
      throw failure(.notEncodable(details: context.debugDescription))
    } catch {
      throw failure(.notEncodable(details: "\(error)"))
    }
  }

  /// The value of stored bytes; nil for nothing.
  ///
  /// - Throws: what `failure` makes of the error.
  static func decode<Failure>(
    _ data: Data?, orThrow failure: (StoredValueError) -> Failure
  ) throws(Failure) -> Value {
    guard let data else {
      guard let none = optional?.none as? Value else { throw failure(.notFound) }
      return none
    }
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw failure(.corrupt(expected: valueName, details: details(of: error)))
    }
  }

  private static func details(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "\(key.stringValue) is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      context.debugDescription
    default: "\(error)"
    }
  }
}

/// Lets generic code find out whether its value is an Optional, and nil.
private protocol OptionalValue {
  static var none: Self { get }
  static var wrapped: any Any.Type { get }
  var isNone: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }
  fileprivate var isNone: Bool { self == nil }
}
