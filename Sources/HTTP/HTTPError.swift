public import Foundation

/// A request that brought no answer that can be used: what was asked, and what went wrong.
///
/// Its text is a sentence for a reader: what failed and what to do. ``Reason`` alone reads as two or
/// three words.
public struct HTTPError: Error, Sendable, Equatable {
  /// What went wrong.
  public enum Reason: Sendable, Equatable {
    /// There is no way to the server: no network, or nobody of that name.
    case offline
    /// The machine is there, and no server listens at that port.
    case refused
    /// No answer within the time that the client allows.
    case timeout
    /// The server answered with a status outside 200 to 299.
    case status(Int)
    /// The connection broke before the announced number of bytes had come.
    case truncated
    /// Whoever answered does not speak HTTP.
    case notHTTP
    /// Each answer sent on to another address.
    case redirectLoop
    /// The task that asked was cancelled.
    case cancelled
    /// Anything else, with the number that Foundation's `URLError` gives it.
    case other(Int)
  }

  /// Method and address: `GET http://127.0.0.1:8000/news.json`.
  public let request: String
  /// What went wrong.
  public let reason: Reason

  /// Says of a request what went wrong with it.
  public init(request: String, reason: Reason) {
    self.request = request
    self.reason = reason
  }
}

extension HTTPError.Reason: CustomStringConvertible {
  /// Two or three words: `offline`, `status 500`.
  public var description: String {
    switch self {
    case .offline: "offline"
    case .refused: "connection refused"
    case .timeout: "timeout"
    case .status(let status): "status \(status)"
    case .truncated: "answer truncated"
    case .notHTTP: "not an HTTP answer"
    case .redirectLoop: "redirected in a circle"
    case .cancelled: "cancelled"
    case .other(let code): "URLError \(code)"
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
    case .notHTTP: "check the port: another program may be listening there"
    case .redirectLoop: "the server is set up wrongly; ask for the final address"
    case .cancelled: "ask again if the answer is still wanted"
    case .other: "look the number up in URLError.Code, then try again"
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
