public import Foundation

/// A stored value, in a file or a database, cannot be read or written.
public enum StoredValueError: Error, Equatable {
  /// There is no stored value, and the value is not Optional.
  case notFound
  /// The stored bytes do not decode to the value's type.
  case corrupt(expected: String, details: String)
  /// The value cannot be represented in JSON; for example, a NaN.
  case notEncodable(details: String)

  /// A sentence that names the place, such as "file /a.json", and says what is wrong and what to
  /// do.
  func sentence(about place: String) -> String {
    switch self {
    case .notFound: "There is no \(place). Set a value to make it."
    case .corrupt(let expected, let details):
      "The \(place) does not hold a \(expected): \(details). Set a value to replace it."
    case .notEncodable(let details):
      "The value for the \(place) cannot be stored as JSON: \(details)"
    }
  }
}

extension StoredValueError: CustomStringConvertible, LocalizedError {
  /// A few words.
  public var description: String {
    switch self {
    case .notFound: "not found"
    case .corrupt(let expected, _): "not a \(expected.lowercased())"
    case .notEncodable: "cannot encode"
    }
  }

  public var errorDescription: String? { sentence(about: "stored value") }
}

/// The stored form of a value: JSON, or nothing for a nil Optional.
enum StoredForm<Value: Codable> {
  /// `Student`, for `Student?` too.
  private static var valueName: String { "\(optional?.wrapped ?? Value.self)" }

  private static var optional: (any OptionalValue.Type)? { Value.self as? any OptionalValue.Type }

  /// Encodes a value; nil for nil. Throws the error that `failure` creates.
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

  /// Decodes stored bytes; nil for no bytes. Throws the error that `failure` creates.
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

/// Lets generic code detect that a value is a nil Optional.
private protocol OptionalValue {
  static var none: Self { get }
  static var wrapped: any Any.Type { get }
  var isNone: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }
  fileprivate var isNone: Bool { self == nil }
}
