import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPError.Reason {
  /// What Foundation's error means.
  ///
  /// On Linux a connection that breaks in the middle of a body is error -1, an empty reply -1011 and
  /// a reply that is not HTTP -1002; macOS has numbers of its own for the same things.
  ///
  /// - Parameters:
  ///   - error: what a data task ended with.
  ///   - hasBegun: whether status and headers had come before.
  public init(_ error: any Error, hasBegun: Bool) {
    guard let error = error as? URLError else {
      self = .other((error as NSError).code)
      return
    }
    self =
      switch error.code {
      case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed: .offline
      case .cannotConnectToHost: .refused
      case .timedOut: .timeout
      case .cancelled: .cancelled
      case .httpTooManyRedirects: .redirectLoop
      case .networkConnectionLost, .unknown:
        hasBegun ? .truncated : .other(error.code.rawValue)
      case .badServerResponse, .cannotParseResponse, .unsupportedURL: .notHTTP
      default: .other(error.code.rawValue)
      }
  }

  /// The error with which the server inside the process makes a request fail, if it can.
  var urlError: URLError {
    switch self {
    case .offline: URLError(.notConnectedToInternet)
    case .refused: URLError(.cannotConnectToHost)
    case .timeout: URLError(.timedOut)
    case .truncated: URLError(.networkConnectionLost)
    case .notHTTP: URLError(.cannotParseResponse)
    case .redirectLoop: URLError(.httpTooManyRedirects)
    case .cancelled: URLError(.cancelled)
    case .status, .other: URLError(.unknown)
    }
  }
}
