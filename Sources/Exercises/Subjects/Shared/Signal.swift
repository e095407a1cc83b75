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

/// A source whose signals come from the script. A late subscriber receives its last values first.
final class ScriptedSource: SignalSource {
  private var values: [Int]
  private let size: Int
  /// The observers in order of subscription. The slot of a removed observer is nil.
  private var observers: [((Signal) -> Void)?] = []
  private var end: Signal?

  init(_ values: [Int] = [], keeping size: Int = 0) { (self.values, self.size) = (values, size) }

  func send(_ signal: Signal) {
    guard end == nil else { return }
    if case .next(let value) = signal {
      values = (values + [value]).suffix(size)
    } else {
      end = signal
    }
    for place in observers.indices { observers[place]?(signal) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    for value in values { observer(.next(value)) }
    if let end { observer(end) }
    let place = observers.endIndex
    observers.append(observer)
    return { self.observers[place] = nil }
  }
}
