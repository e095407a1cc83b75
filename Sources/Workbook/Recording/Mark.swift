/// An event of a sequence that a page sends or an observer receives.
public enum Mark: Sendable, Equatable {
  /// A value, with its text.
  case value(String)
  case completed
  /// A failure, with the text of the error.
  case error(String)

  /// The text of a value or of an error.
  fileprivate var text: String {
    switch self {
    case .value(let text), .error(let text): text
    case .completed: ""
    }
  }

  /// The kind of the event, where a value has the given one.
  fileprivate func kind(ofValue kind: Recording.Kind) -> Recording.Kind {
    switch self {
    case .value: kind
    case .completed: .complete
    case .error: .error
    }
  }
}

extension Transcript {
  /// Records a mark, and sends it. Events during the send are inside it.
  public func sending<Result>(
    _ mark: Mark, from part: String = "sent", fileID: String = #fileID, line: Int = #line,
    _ send: () throws -> Result
  ) rethrows -> Result {
    let source = Recording.Source(file: fileID, line: line)
    let sent = add(mark.kind(ofValue: .send), mark.text, from: part, to: nil, source)
    return try Self.$currentTask.withValue(sent) { try send() }
  }

  /// Records a subscription, and subscribes. Events that the observer receives meanwhile are inside
  /// it.
  public func subscribing<Result>(
    _ observer: String, fileID: String = #fileID, line: Int = #line,
    _ subscribe: () throws -> Result
  ) rethrows -> Result {
    let source = Recording.Source(file: fileID, line: line)
    let subscription = add(.subscribe, "", from: nil, to: observer, source)
    return try Self.$currentTask.withValue(subscription) { try subscribe() }
  }

  /// Records a mark that an observer receives.
  public func receives(
    _ mark: Mark, in observer: String, fileID: String = #fileID, line: Int = #line
  ) {
    record(mark.kind(ofValue: .receive), mark.text, to: observer, fileID: fileID, line: line)
  }
}
