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

/// The answer of a server: a status from 200 to 299 and a body.
public struct HTTPResponse: Sendable, Equatable {
  /// Between 200 and 299; any other is an ``HTTPError``.
  public let status: Int
  /// As many bytes as the server had announced, if it had.
  public let body: Data
  /// The address that answered, after redirects.
  public let url: URL
}

extension URLRequest {
  /// The request that Foundation sends.
  init(_ request: HTTPRequest, below address: URL) {
    var url = address.appending(path: request.path)
    if !request.query.isEmpty { url.append(queryItems: request.query) }
    self.init(url: url)
    httpMethod = request.method.rawValue
    httpBody = request.body
    setValue("application/json", forHTTPHeaderField: "Accept")
    if request.body != nil { setValue("application/json", forHTTPHeaderField: "Content-Type") }
  }

  /// The request that follows a redirect, by RFC 9110, section 15.4.
  ///
  /// - Returns: nil if the location is not an `http` or `https` address with a host.
  func redirected(by status: Int, to location: String) -> URLRequest? {
    guard let from = url, let target = URL(string: location, relativeTo: from)?.absoluteURL,
      let address = URL(server: target.absoluteString)
    else { return nil }
    var next = self
    next.url = address
    let becomesGet = status == 303 || ([301, 302].contains(status) && httpMethod == "POST")
    if becomesGet {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.setValue(nil, forHTTPHeaderField: "Content-Type")
    }
    return next
  }
}

extension HTTPRequest {
  /// The request that a server inside the process receives; nil for an unsupported method.
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
  /// The whole content of a stream; on macOS a request's body is one.
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

extension URL {
  /// An address that `URLSession` can send a request to on every system: scheme `http` or `https`, a
  /// host and perhaps a port. The scheme is written in lower case, which Linux requires.
  ///
  /// - Parameter text: an address. It is nil for one with a user name or password, with a port outside
  ///   1 to 65535, or, on Linux, with an IPv6 address as its host.
  public init?(server text: String) {
    guard var components = URLComponents(string: text, encodingInvalidCharacters: false),
      let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = components.host, !host.isEmpty,
      components.user == nil, components.password == nil,
      (1...65535).contains(components.port ?? 80)
    else { return nil }
    #if os(Linux)
      if host.contains(":") { return nil }
    #endif
    components.scheme = scheme
    guard let url = components.url else { return nil }
    self = url
  }
}
