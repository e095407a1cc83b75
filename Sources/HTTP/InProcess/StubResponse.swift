public import Concurrency
public import Foundation

/// The answer of a server inside the process to one request.
public struct Answer: Sendable {
  /// The content, which is sent when the gate is open.
  enum Content: Sendable {
    case response(status: Int, body: Data)
    /// Announces the whole body and breaks off after part of it.
    case truncated(body: Data, after: Int)
    case failure(HTTPError.Reason)
  }

  let content: Content
  /// The gate that has to be open before the answer is sent.
  private(set) var gate: Gate?

  /// A body with the content type of JSON, valid or not.
  public static func json(_ text: String, status: Int = 200) -> Answer {
    .json(Data(text.utf8), status: status)
  }

  /// A body of JSON as bytes, such as a fixture.
  public static func json(_ body: Data, status: Int = 200) -> Answer {
    Answer(content: .response(status: status, body: body))
  }

  /// A status without a body.
  public static func status(_ status: Int) -> Answer {
    Answer(content: .response(status: status, body: Data()))
  }

  /// A body that breaks off after that many bytes, although all were announced.
  public static func truncated(_ body: Data, after count: Int) -> Answer {
    Answer(content: .truncated(body: body, after: count))
  }

  /// No answer at all: the request fails, as it would if the server could not be reached.
  public static func fails(_ reason: HTTPError.Reason) -> Answer {
    Answer(content: .failure(reason))
  }

  /// The same answer, once the gate is open.
  public func held(by gate: Gate) -> Answer {
    var answer = self
    answer.gate = gate
    return answer
  }
}
