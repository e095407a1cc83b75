import Foundation
import HTTP

/// An error that a page prints in two or three words: `error: offline`.
///
/// Its description is a whole sentence, for a log or an alert; the lines of a page stay short.
protocol BrieflyTold: LocalizedError, CustomStringConvertible {
  var brief: String { get }
}

extension BrieflyTold {
  var errorDescription: String? { description }
}

extension HTTPError: BrieflyTold {
  var brief: String { "\(reason)" }
}

extension Error {
  /// The error in two or three words if it knows them, and its whole text if not.
  var briefly: String {
    if let error = self as? any BrieflyTold { return error.brief }
    if case .keyNotFound(let key, _) = self as? DecodingError {
      return "no value for key \(key.stringValue)"
    }
    return "\(self)"
  }
}
