internal import Foundation

/// A value as it is stored: JSON, or nothing at all for an Optional that is nil.
enum StoredForm<Value: Codable> {
  /// Why it cannot be told in JSON.
  struct NotEncodable: Error {
    let details: String
  }

  /// What was found instead.
  struct NotDecodable: Error {
    let expected: String
    let details: String
  }

  /// What nothing is read as, if there is such a value.
  static var none: Value? { optional?.none as? Value }

  /// `Student`, for `Student?` too.
  static var valueName: String { "\(optional?.wrapped ?? Value.self)" }

  private static var optional: (any OptionalValue.Type)? { Value.self as? any OptionalValue.Type }

  /// Nil for nil.
  static func encode(_ value: Value) throws(NotEncodable) -> Data? {
    if let optional = value as? any OptionalValue, optional.isNone { return nil }
    do {
      return try JSONEncoder().encode(value)
    } catch EncodingError.invalidValue(_, let context) {
      throw NotEncodable(details: context.debugDescription)
    } catch {
      throw NotEncodable(details: "\(error)")
    }
  }

  static func decode(_ data: Data) throws(NotDecodable) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw NotDecodable(expected: valueName, details: details(of: error))
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
