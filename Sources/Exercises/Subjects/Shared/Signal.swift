/// An event of a subject, whose grammar is `next* (error | completed)?`.
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

/// A source of signals, whose grammar is `next* (error | completed)?`.
public protocol SignalSource {
  /// Adds an observer until the returned closure is called.
  ///
  /// A late subscriber receives the terminal event before `subscribe` returns.
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void
}

/// A source whose signals come from the script.
final class ScriptedSource: SignalSource {
  /// The observers in order of subscription. The slot of a removed observer is nil.
  private var observers: [((Signal) -> Void)?] = []
  private var end: Signal?

  func send(_ signal: Signal) {
    guard end == nil else { return }
    if case .next = signal {} else { end = signal }
    for place in observers.indices { observers[place]?(signal) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    if let end { observer(end) }
    let place = observers.endIndex
    observers.append(observer)
    return { self.observers[place] = nil }
  }
}
