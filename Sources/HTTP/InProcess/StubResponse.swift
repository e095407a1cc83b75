public import Concurrency
public import Foundation

/// A prepared response of an ``InProcessServer``.
public struct StubResponse: Sendable {
  /// The content, which is sent once the gate is open.
  enum Content: Sendable {
    case response(status: Int, body: Data)
    /// Announces the whole body, but ends after part of it.
    case truncated(body: Data, after: Int)
    case failure(HTTPError.Reason)
  }

  let content: Content
  /// The gate that must be open before the response is sent.
  private(set) var gate: Gate?

  /// A body with the content type of JSON. The text need not be valid JSON.
  public static func json(_ text: String, status: Int = 200) -> StubResponse {
    .json(Data(text.utf8), status: status)
  }

  /// A JSON body as bytes, such as a fixture.
  public static func json(_ body: Data, status: Int = 200) -> StubResponse {
    StubResponse(content: .response(status: status, body: body))
  }

  /// A status without a body.
  public static func status(_ status: Int) -> StubResponse {
    StubResponse(content: .response(status: status, body: Data()))
  }

  /// A response that announces the whole body but ends after `count` bytes.
  public static func truncated(_ body: Data, after count: Int) -> StubResponse {
    StubResponse(content: .truncated(body: body, after: count))
  }

  /// No response: the request fails for the given reason.
  public static func fails(_ reason: HTTPError.Reason) -> StubResponse {
    StubResponse(content: .failure(reason))
  }

  /// The same response, sent once the gate is open.
  public func held(by gate: Gate) -> StubResponse {
    var answer = self
    answer.gate = gate
    return answer
  }
}
