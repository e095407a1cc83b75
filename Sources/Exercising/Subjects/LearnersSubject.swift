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

  /// Sends a signal to the observers.
  func on(_ signal: Signal)

  /// Listens from now on. The subject may call the observer until the closure that it gives back is called.
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void
}

/// What the exercise ReplayBuffer asks of a learner's type.
public protocol LearnersReplay {
  /// - Parameter size: How many values it keeps for newcomers: the last ones. 0 keeps none; it is never negative.
  init(size: Int)

  /// Sends a signal to the observers.
  func on(_ signal: Signal)

  /// Tells what is kept, oldest first, and listens from then on. The subject may call the observer until the closure
  /// that it gives back is called.
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void
}

/// What the exercise RelayHub asks of a learner's type: relays, each known by the name of its topic.
public protocol LearnersHub {
  init()

  /// Sends a value to the listeners of the topic.
  func send(_ value: Int, to topic: String)

  /// Tells the latest value of the topic if there is one, and listens from then on. The hub may call the listener
  /// until the closure that it gives back is called.
  func listen(to topic: String, _ listener: @escaping (Int) -> Void) -> () -> Void

  /// Sends each value of the source to the topic, until the closure that it gives back is called.
  func bind(_ source: any SignalSource, to topic: String) -> () -> Void
}

/// Something that sends signals, and may end: `next* (error | completed)?`.
public protocol SignalSource {
  /// Listens from now on, until the closure that it gives back is called. After its end the source tells the end at
  /// once, before `subscribe` returns.
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void
}
