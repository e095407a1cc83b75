/// An event of a sequence, which a page sends or an observer receives.
public enum Mark: Sendable, Equatable {
  /// A value, with its text.
  case value(String)
  case completed
  case error

  /// The text of a value.
  var value: String {
    if case .value(let text) = self { text } else { "" }
  }

  /// The kind of event that it is when it is sent.
  var sent: Recording.Kind {
    switch self {
    case .value: .send
    case .completed: .complete
    case .error: .error
    }
  }

  /// The kind of event that it is when an observer receives it.
  var received: Recording.Kind {
    switch self {
    case .value: .receive
    case .completed: .complete
    case .error: .error
    }
  }
}
