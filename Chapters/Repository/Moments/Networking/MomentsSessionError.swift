import Foundation
import HTTP

/// Why there are no moments from the server.
enum MomentsSessionError: Error, Equatable {
  /// No answer that could be used.
  case failed(HTTPError)
  /// An answer that is not a page of moments; `reason` in the decoder's words.
  case undecodable(request: String, reason: String)
}

/// Prints what went wrong in two or three words: `offline`, `status 500`.
extension MomentsSessionError: CustomStringConvertible {
  var description: String {
    switch self {
    case .failed(let error): "\(error.reason)"
    case .undecodable: "answer cannot be decoded"
    }
  }
}

/// What was asked, what went wrong, and what to do.
extension MomentsSessionError: LocalizedError {
  var errorDescription: String? {
    switch self {
    case .failed(let error): "\(error)"
    case .undecodable(let request, let reason):
      "\(request): \(self): \(reason). Update the app, or ask whoever runs the server."
    }
  }
}
