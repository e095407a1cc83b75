/// What a handler is told of a name: `now change*`, where each `old` is the name that it was told before.
public enum NameTelling: Sendable, Hashable, CustomStringConvertible {
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

  /// What it is at present; setting it tells those who are bound.
  var name: String { get set }
}

/// What the exercise Binding asks of a binding: it connects one handler with one name at a time.
public protocol LearnersBinding: AnyObject {
  associatedtype Name: LearnersName

  /// A binding to nothing.
  init()

  /// Tells the handler what the name is, and then each change, until it is bound anew, unbound or gone.
  func bind(to name: Name, _ handler: @escaping (NameTelling) -> Void)

  /// Ends it, if it is bound; it may be bound again.
  func unbind()
}
