/// What a handler receives of a name: `now change*`, where each `old` is the name that it received before.
public enum NameEvent: Sendable, Hashable, CustomStringConvertible {
  /// What the name is when the handler is bound.
  case now(String)
  case change(old: String, new: String)

  public var description: String {
    switch self {
    case .now(let name): name
    case .change(let old, let new): "\(old) -> \(new)"
    }
  }
}

/// What the exercise Binding asks of a name that can be bound to.
public protocol LearnersName: AnyObject {
  init(_ name: String)

  /// The current name; setting it calls the bound handlers.
  var name: String { get set }
}

/// What the exercise Binding asks of a binding: it connects one handler with one name at a time.
public protocol LearnersBinding: AnyObject {
  associatedtype Name: LearnersName

  /// A binding to nothing.
  init()

  /// Sends the handler the current name, then each change, until it is bound again, unbound or released.
  func bind(to name: Name, _ handler: @escaping (NameEvent) -> Void)

  /// Ends it, if it is bound; it may be bound again.
  func unbind()
}
