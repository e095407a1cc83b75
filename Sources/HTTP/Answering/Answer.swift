public import Concurrency
public import Foundation

/// What a server inside the process answers to one request.
public struct Answer: Sendable {
  /// What comes, once nothing holds it back.
  enum Content: Sendable {
    case response(status: Int, body: Data)
    /// Announces the whole body and breaks off after part of it.
    case truncated(body: Data, after: Int)
    case failure(HTTPError.Reason)
  }

  let content: Content
  /// What has to be open before the answer goes out.
  private(set) var gate: Gate?

  /// A body of JSON, or of what merely claims to be.
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
