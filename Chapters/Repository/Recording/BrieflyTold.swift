import HTTP

/// An error that a page can tell in two or three words: `error: offline`.
///
/// Its whole text is for readers of a log; a page's lines stay short.
protocol BrieflyTold: Error {
  var brief: String { get }
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
