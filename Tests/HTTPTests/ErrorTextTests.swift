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
    .notHTTP, .redirectLoop, .redirectRefused(location: "ftp://x"), .cancelled, .other(-1200),
    .other(12345),
  ]

  @Test(arguments: reasons)
  func `is its localized description`(reason: HTTPError.Reason) {
    let error: any Error = HTTPError(request: "GET http://127.0.0.1/", reason: reason)
    let text = error.localizedDescription
    #expect(text.hasPrefix("GET http://127.0.0.1/: \(reason): "))
    #expect(text == "\(error)")
  }

  /// The codes that a data task may have on any platform.
  @Test(arguments: [
    -1, -999, -1000, -1001, -1002, -1003, -1004, -1005, -1006, -1007, -1008, -1009, -1010, -1011,
    -1012, -1013, -1014, -1015, -1016, -1017, -1018, -1019, -1020, -1021, -1022, -1103, -1200,
    -1201, -1202, -1203, -1204, -1205, -1206, -2000,
  ])
  func `has words for each code of URLError`(code: Int) {
    let error = NSError(domain: NSURLErrorDomain, code: code)
    for hasBegun in [false, true] {
      let words = "\(HTTPError.Reason(URLError(_nsError: error), hasBegun: hasBegun))"
      #expect(!words.contains("URLError"))
      #expect(words.contains { $0.isLetter })
    }
  }

  @Test
  func `has the number of a code that URLError does not define`() {
    #expect("\(HTTPError.Reason.other(12345))" == "URLError 12345")
  }

  @Test(arguments: [URLError.Code.networkConnectionLost, .badServerResponse, .cannotParseResponse])
  func `is the same for an empty response on every platform`(code: URLError.Code) {
    #expect(HTTPError.Reason(URLError(code), hasBegun: false) == .notHTTP)
  }
}
