/// What is wrong with a stored value, wherever it is kept.
public enum StoredValueMistake: Error, Equatable, CustomStringConvertible {
  /// There is none, and the value is not Optional.
  case notFound
  /// There is something, and it is not such a value: half of one, or something else.
  case corrupt(expected: String, details: String)
  /// The value cannot be told in JSON: a number that is none, for example.
  case notEncodable(details: String)

  /// A few words.
  public var description: String {
    switch self {
    case .notFound: "not found"
    case .corrupt(let expected, _): "not a \(expected.lowercased())"
    case .notEncodable: "cannot encode"
    }
  }

  /// What is wrong where, and what one can do about it: `place` is "file /a.json", for example.
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
