public import Foundation

/// A stored value, in a file or a database, cannot be read or written.
public enum StoredValueError: Error, Equatable {
  /// There is no stored value, and the value is not Optional.
  case notFound
  /// The stored bytes do not decode to the value's type.
  case corrupt(expected: String, details: String)
  /// The value cannot be represented in JSON; for example, a NaN.
  case notEncodable(details: String)

  /// A sentence with the place, such as "file /a.json", what is wrong and what to do.
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

/// The stored form of a value: JSON, or nothing for a nil Optional, which is `null` in JSON.
enum StoredForm<Value: Codable> {
  private static var null: Data { Data("null".utf8) }

  /// `Student`, for `Student?` too.
  private static var valueName: String {
    let name = "\(Value.self)"
    return name.hasPrefix("Optional<") ? String(name.dropFirst(9).dropLast()) : name
  }

  /// Encodes a value; nil for nil. Throws the error that `failure` creates.
  static func encode<Failure>(
    _ value: Value, orThrow failure: (StoredValueError) -> Failure
  ) throws(Failure) -> Data? {
    do {
      let data = try JSONEncoder().encode(value)
      return data == null ? nil : data
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
      do { return try JSONDecoder().decode(Value.self, from: null) } catch {
        throw failure(.notFound)
      }
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
