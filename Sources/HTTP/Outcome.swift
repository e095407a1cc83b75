import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How one data task ended.
typealias Outcome = Result<HTTPResponse, Failure>

/// What went wrong, before anybody has said with which request.
struct Failure: Error {
  let reason: HTTPError.Reason
}

extension Outcome {
  /// Judges what a data task was completed with, and whether status and headers had come before an
  /// error.
  init(body: Data?, response: URLResponse?, error: (any Error)?, hasBegun: Bool) {
    if let error {
      let reason = HTTPError.Reason(error, hasBegun: hasBegun)
      self = .failure(Failure(reason: reason))
      return
    }
    guard let response = response as? HTTPURLResponse, let url = response.url else {
      self = .failure(Failure(reason: .notHTTP))
      return
    }
    guard (200..<300).contains(response.statusCode) else {
      self = .failure(Failure(reason: .status(response.statusCode)))
      return
    }
    self = .success(HTTPResponse(status: response.statusCode, body: body ?? Data(), url: url))
  }
}

extension URLRequest {
  /// The request as Foundation wants it.
  init(_ request: HTTPRequest, below address: URL) {
    var url = address.appending(path: request.path)
    if !request.query.isEmpty { url.append(queryItems: request.query) }
    self.init(url: url)
    httpMethod = request.method.rawValue
    httpBody = request.body
    setValue("application/json", forHTTPHeaderField: "Accept")
    if request.body != nil { setValue("application/json", forHTTPHeaderField: "Content-Type") }
  }
}

extension HTTPRequest {
  /// The request as the one who answers wants it; nil for a method that nobody uses here.
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
  /// All that a stream holds; on macOS a body arrives in one.
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
