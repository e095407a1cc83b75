public import Foundation

/// What is wrong with a stored value, in a file or in a database.
public enum StoredValueError: Error, Equatable {
  /// There is none, and the value is not Optional.
  case notFound
  /// What is stored is not such a value: only half of one, or something else.
  case corrupt(expected: String, details: String)
  /// The value has no form in JSON, such as a number that is not a number.
  case notEncodable(details: String)

  /// What is wrong in which place, and what to do about it: `place` is "file /a.json", for example.
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
