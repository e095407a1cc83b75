public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request to a server: a method, a path below the server's address, a query and a body.
public struct HTTPRequest: Sendable, Equatable, CustomStringConvertible {
  /// The method of a request.
  public enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// The method.
  public var method: Method
  /// The path, which begins with a slash and is not percent-encoded: `/news.json`.
  public var path: String
  /// The query items, in order and not percent-encoded.
  public var query: [URLQueryItem]
  /// The JSON body; nil for none.
  public var body: Data?

  /// Creates a request without sending it.
  public init(_ method: Method, _ path: String, query: [URLQueryItem] = [], body: Data? = nil) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
  }

  /// `GET /news.json`
  public var description: String { "\(method.rawValue) \(path)" }
}

/// A successful response of a server: its status and body.
public struct HTTPResponse: Sendable, Equatable {
  /// The status, from 200 to 299; any other status is thrown as an ``HTTPError``.
  public let status: Int
  /// The body, which has the length that the server announced, if any.
  public let body: Data
  /// The address that sent the response.
  public let url: URL
}

extension URLRequest {
  /// The request that Foundation sends.
  init(_ request: HTTPRequest, below address: URL) {
    let url = address.appending(path: request.path)
    self.init(url: request.query.isEmpty ? url : url.appending(queryItems: request.query))
    httpMethod = request.method.rawValue
    httpBody = request.body
    setValue("application/json", forHTTPHeaderField: "Accept")
    if request.body != nil { setValue("application/json", forHTTPHeaderField: "Content-Type") }
  }
}

extension HTTPRequest {
  /// The request that an in-process server receives; nil if the method is unsupported.
  init?(_ request: URLRequest) {
    guard let method = Method(rawValue: request.httpMethod ?? "GET"), let url = request.url else {
      return nil
    }
    let query = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let body = request.httpBody ?? request.httpBodyStream.map(Data.init(reading:))
    self.init(method, url.path(percentEncoded: false), query: query, body: body)
  }
}

extension Data {
  /// The whole content of a stream. On macOS a `URLProtocol` receives a request's body as a stream.
  fileprivate init(reading stream: InputStream) {
    self.init()
    stream.open()
    defer { stream.close() }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 {
      append(contentsOf: buffer[..<count])
    }
  }
}
