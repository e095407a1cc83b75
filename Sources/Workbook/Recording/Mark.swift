/// An event of a sequence that a page sends or an observer receives.
public enum Mark: Sendable, Equatable {
  /// A value, with its text.
  case value(String)
  case completed
  /// A failure, with the text of the error.
  case error(String)

  /// The kind of the event, where a value has the given one, and its text.
  fileprivate func recorded(as kind: Recording.Kind) -> (kind: Recording.Kind, text: String) {
    switch self {
    case .value(let text): (kind, text)
    case .completed: (.complete, "")
    case .error(let text): (.error, text)
    }
  }
}

extension Transcript {
  /// Records a mark, and sends it. Events during the send are inside it.
  public func sending<Result>(
    _ mark: Mark, from part: String = "sent", fileID: String = #fileID, line: Int = #line,
    _ send: () throws -> Result
  ) rethrows -> Result {
    let (kind, text) = mark.recorded(as: .send)
    let sent = add(kind, text, from: part, to: nil, fileID, line)
    return try Self.$currentTask.withValue(sent) { try send() }
  }

  /// Records a subscription, and subscribes. Events that the observer receives then are inside it.
  public func subscribing<Result>(
    _ observer: String, fileID: String = #fileID, line: Int = #line,
    _ subscribe: () throws -> Result
  ) rethrows -> Result {
    let subscription = add(.subscribe, "", from: nil, to: observer, fileID, line)
    return try Self.$currentTask.withValue(subscription) { try subscribe() }
  }

  /// Records a mark that an observer receives.
  public func receives(
    _ mark: Mark, in observer: String, fileID: String = #fileID, line: Int = #line
  ) {
    let (kind, text) = mark.recorded(as: .receive)
    record(kind, text, to: observer, fileID: fileID, line: line)
  }
}
