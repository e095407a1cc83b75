/// An event of a name: a handler receives `now change*`, where each `old` is the name that it received before.
public enum NameEvent: Sendable, Hashable, CustomStringConvertible {
  /// The name at the moment of binding.
  case now(String)
  case change(old: String, new: String)

  public var description: String {
    switch self {
    case .now(let name): name
    case .change(let old, let new): "\(old) -> \(new)"
    }
  }
}

/// The requirements of the exercise Binding for a name.
public protocol LearnersName: AnyObject {
  init(_ name: String)

  /// The current name. Setting it calls the bound handlers.
  var name: String { get set }
}

/// The requirements of the exercise Binding for a binding, which connects one handler with one name at a time.
public protocol LearnersBinding: AnyObject {
  associatedtype Name: LearnersName

  /// An unbound binding.
  init()

  /// Sends the handler the current name, then each change, until it is bound again, unbound or released.
  func bind(to name: Name, _ handler: @escaping (NameEvent) -> Void)

  /// Ends the binding. It may be bound again.
  func unbind()
}
