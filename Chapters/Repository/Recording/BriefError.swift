import Foundation
import HTTP

/// An error with a short text that a page prints: `error: offline`.
///
/// The description is a whole sentence, for a log or an alert.
protocol BriefError: LocalizedError, CustomStringConvertible {
  var brief: String { get }
}

extension BriefError {
  var errorDescription: String? { description }
}

extension HTTPError: BriefError {
  var brief: String { "\(reason)" }
}

extension Error {
  /// The short text of the error, if any. Otherwise, the whole text.
  var briefly: String {
    if let error = self as? any BriefError { return error.brief }
    if case .keyNotFound(let key, _) = self as? DecodingError {
      return "no value for key \(key.stringValue)"
    }
    return "\(self)"
  }
}
