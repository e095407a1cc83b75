import Foundation
import HTTP
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite
struct `The text of a failed request` {
  static let reasons: [HTTPError.Reason] = [
    .offline, .refused, .timeout, .status(404), .status(503), .truncated, .tooLarge(limit: 5),
    .notHTTP, .cancelled, .other("secure connection failed"),
  ]

  @Test(arguments: reasons)
  func `is its localized description`(reason: HTTPError.Reason) {
    let error: any Error = HTTPError(request: "GET http://127.0.0.1/", reason: reason)
    let text = error.localizedDescription
    #expect(text.hasPrefix("GET http://127.0.0.1/: \(reason): "))
    #expect(text == "\(error)")
  }

  @Test
  func `has the words of the system for any other error`() {
    let error = NSError(
      domain: NSURLErrorDomain, code: -1200,
      userInfo: [NSLocalizedDescriptionKey: "secure connection failed."])
    let reason = HTTPError.Reason(URLError(_nsError: error), hasBegun: false)
    #expect(reason == .other("secure connection failed"))
  }

  @Test(arguments: [URLError.Code.networkConnectionLost, .badServerResponse, .cannotParseResponse])
  func `is the same for an empty response on every platform`(code: URLError.Code) {
    #expect(HTTPError.Reason(URLError(code), hasBegun: false) == .notHTTP)
  }
}
