public import Foundation

/// What is asked of a server: a method, a path below the server's address, a query and a body.
public struct HTTPRequest: Sendable, Equatable, CustomStringConvertible {
  /// What is to be done with what the path names.
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// What is to be done.
  public var method: Method
  /// Begins with a slash and is not percent-encoded: `/news.json`.
  public var path: String
  /// Names and values that follow the question mark, in order and not percent-encoded.
  public var query: [URLQueryItem]
  /// JSON, if anything is sent along.
  public var body: Data?

  /// Nothing is sent by making a request.
  public init(
    _ method: Method, _ path: String, query: [URLQueryItem] = [], body: Data? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
  }

  /// `GET /news.json`
  public var description: String { "\(method.rawValue) \(path)" }
}

/// What a server answered: a status from 200 to 299 and a body.
public struct HTTPResponse: Sendable, Equatable {
  /// Between 200 and 299; any other is an ``HTTPError``.
  public let status: Int
  /// As many bytes as the server had announced, if it had.
  public let body: Data
  /// Where it came from in the end, after redirects.
  public let url: URL
}
