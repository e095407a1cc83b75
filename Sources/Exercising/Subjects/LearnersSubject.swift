/// What a subject sends: `next* (error | completed)?`.
public enum Signal: Sendable, Hashable, CustomStringConvertible {
  case next(Int)
  case error(String)
  case completed

  public var description: String {
    switch self {
    case .next(let value): "next(\(value))"
    case .error(let name): "error(\(name))"
    case .completed: "completed"
    }
  }
}

/// What the exercises about subjects ask of a learner's type.
public protocol LearnersSubject {
  init()

  /// Sends a signal to whoever listens.
  func on(_ signal: Signal)

  /// Listens from now on. The subject may call the observer until the closure that it gives back is called.
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void
}
