/// One sign in a marble diagram.
public enum Mark: Sendable, Equatable {
  /// `^`
  case subscription
  /// The value's own text.
  case value(String)
  /// `|`
  case completed
  /// `X`
  case error
  /// `!`
  case disposal

  /// How it is drawn.
  var text: String {
    switch self {
    case .subscription: "^"
    case .value(let text): text
    case .completed: "|"
    case .error: "X"
    case .disposal: "!"
    }
  }

  /// Whether an observer receives nothing after it.
  var isEnd: Bool {
    switch self {
    case .completed, .error, .disposal: true
    case .subscription, .value: false
    }
  }
}
