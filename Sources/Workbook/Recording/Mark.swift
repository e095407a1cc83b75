/// An event of a sequence that a page sends or an observer receives.
public enum Mark: Sendable, Equatable {
  /// A value, with its text.
  case value(String)
  case completed
  /// A failure, with the text of the error.
  case error(String)

  /// The text of a value or of an error.
  var text: String {
    switch self {
    case .value(let text), .error(let text): text
    case .completed: ""
    }
  }

  /// The kind of the event when it is sent.
  var sent: Recording.Kind {
    switch self {
    case .value: .send
    case .completed: .complete
    case .error: .error
    }
  }

  /// The kind of the event when an observer receives it.
  var received: Recording.Kind {
    switch self {
    case .value: .receive
    case .completed: .complete
    case .error: .error
    }
  }
}
