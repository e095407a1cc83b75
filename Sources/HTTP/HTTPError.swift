public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that failed, and the reason.
///
/// The description is a sentence for the user: what failed and what to do. The description of a
/// ``Reason`` is a few words.
public struct HTTPError: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
  /// The reason of a failure.
  public enum Reason: Sendable, Equatable {
    /// The server cannot be reached: there is no network, or the host name is unknown.
    case offline
    /// The host was reached, but no server listens on that port.
    case refused
    /// No complete response arrived within the client's timeout.
    case timeout
    /// The response has a status outside 200 to 299.
    case status(Int)
    /// The connection was lost before the announced number of bytes had arrived.
    case truncated
    /// The body exceeds the client's limit and was dropped.
    case tooLarge(limit: Int)
    /// The data received is not HTTP, or the connection closed before the headers were complete.
    case notHTTP
    /// The task that sent the request was cancelled.
    case cancelled
    /// Any other error, in the words of the system, without a full stop.
    case other(String)
  }

  /// The method and address: `GET http://127.0.0.1:8000/news.json`.
  public let request: String
  /// The reason.
  public let reason: Reason

  /// Creates an error for a request.
  public init(request: String, reason: Reason) {
    self.request = request
    self.reason = reason
  }

  /// `GET http://127.0.0.1:8000/news.json: status 404: check the address and what was sent`
  public var description: String { "\(request): \(reason): \(reason.remedy)" }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension HTTPError.Reason: CustomStringConvertible {
  /// A few words: `offline`, `status 500`.
  public var description: String {
    switch self {
    case .offline: "offline"
    case .refused: "connection refused"
    case .timeout: "timeout"
    case .status(let status): "status \(status)"
    case .truncated: "answer truncated"
    case .tooLarge: "answer too large"
    case .notHTTP: "not an HTTP answer"
    case .cancelled: "cancelled"
    case .other(let words): words
    }
  }

  fileprivate var remedy: String {
    switch self {
    case .offline: "check the connection and the server's name, then try again"
    case .refused: "start the server, or check its port"
    case .timeout: "try again, or allow more time"
    case .status(300..<500): "check the address and what was sent"
    case .status: "the server has a problem; try again later"
    case .truncated: "try again; nothing of the answer was used"
    case .tooLarge(let limit): "ask for less, or allow more than \(limit) bytes"
    case .notHTTP: "check the port: another program may be listening there"
    case .cancelled: "send it again if the answer is still needed"
    case .other: "check the address and the connection, then try again"
    }
  }
}

extension HTTPError.Reason {
  /// The reason that corresponds to an error of Foundation.
  ///
  /// A connection that is lost within a body is -1 on Linux and -1005 on macOS, an empty response
  /// -1011 or -1005. `hasBegun` is whether the status and headers had been received.
  public init(_ error: any Error, hasBegun: Bool) {
    self =
      switch (error as? URLError)?.code {
      case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed: .offline
      case .cannotConnectToHost: .refused
      case .timedOut: .timeout
      case .cancelled: .cancelled
      case .networkConnectionLost, .unknown: hasBegun ? .truncated : .notHTTP
      case .badServerResponse, .cannotParseResponse, .unsupportedURL: .notHTTP
      default: .other(error.localizedDescription.trimmingCharacters(in: ["."]))
      }
  }

  /// The corresponding error of Foundation, with which an in-process server fails a request.
  var urlError: URLError {
    switch self {
    case .offline: URLError(.notConnectedToInternet)
    case .refused: URLError(.cannotConnectToHost)
    case .timeout: URLError(.timedOut)
    case .truncated: URLError(.networkConnectionLost)
    case .notHTTP: URLError(.cannotParseResponse)
    case .cancelled: URLError(.cancelled)
    case .status, .tooLarge, .other: URLError(.unknown)
    }
  }
}
