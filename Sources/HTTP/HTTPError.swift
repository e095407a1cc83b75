public import Foundation

/// A request without a usable answer: what was requested, and what went wrong.
///
/// Its description is a sentence for a user: what failed and what to do. ``Reason`` alone reads as a few
/// words.
public struct HTTPError: Error, Sendable, Equatable {
  /// What went wrong.
  public enum Reason: Sendable, Equatable {
    /// The server cannot be reached: there is no network, or no machine has that name.
    case offline
    /// The machine was reached, and no server listens at that port.
    case refused
    /// No answer within the time that the client allows.
    case timeout
    /// The server answered with a status outside 200 to 299.
    case status(Int)
    /// The connection broke before the announced number of bytes had come.
    case truncated
    /// The body has more bytes than the client allows; nothing of it is kept.
    case tooLarge(limit: Int)
    /// What was received is not HTTP, or the connection was closed before a complete head.
    case notHTTP
    /// More than twenty redirects in a row.
    case redirectLoop
    /// A redirect to something else than an `http` or `https` address.
    case redirectRefused(location: String)
    /// The task that sent the request was cancelled.
    case cancelled
    /// Anything else, with its number in `URLError.Code`.
    case other(Int)
  }

  /// Method and address: `GET http://127.0.0.1:8000/news.json`.
  public let request: String
  /// What went wrong.
  public let reason: Reason

  /// An error about a request, which is only named.
  public init(request: String, reason: Reason) {
    self.request = request
    self.reason = reason
  }
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
    case .redirectLoop: "redirected in a circle"
    case .redirectRefused: "redirect refused"
    case .cancelled: "cancelled"
    case .other(let code): Self.words(for: code) ?? "URLError \(code)"
    }
  }

  /// What a reader can do about it.
  private var advice: String {
    switch self {
    case .offline: "check the connection and the server's name, then try again"
    case .refused: "start the server, or check its port"
    case .timeout: "try again, or allow more time"
    case .status(400..<500): "check the address and what was sent"
    case .status: "the server has a problem; try again later"
    case .truncated: "try again; nothing of the answer was used"
    case .tooLarge(let limit): "ask for less, or allow more than \(limit) bytes"
    case .notHTTP: "check the port: another program may be listening there"
    case .redirectLoop: "the server is set up wrongly; use the final address"
    case .redirectRefused(let location):
      "the server redirects to \(location.debugDescription), which is not an http or https address"
    case .cancelled: "send it again if the answer is still needed"
    case .other(let code): "URLError \(code); check the address and the connection, then try again"
    }
  }

  /// The whole sentence without the request.
  var sentence: String { "\(self): \(advice)" }
}

extension HTTPError: CustomStringConvertible, LocalizedError {
  /// `GET http://127.0.0.1:8000/news.json: status 404: check the address and what was sent`
  public var description: String { "\(request): \(reason.sentence)" }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
