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

/// The requirements of the exercise PublishSubject.
public protocol LearnersSubject {
  init()

  /// Sends a signal to the observers.
  func on(_ signal: Signal)

  /// Adds an observer, which receives the signals that follow.
  ///
  /// - Returns: A closure that removes the observer. The subject may call the observer until then.
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void
}

/// The requirements of the exercise ReplayBuffer.
public protocol LearnersReplay {
  /// - Parameter size: The number of values that are buffered for late subscribers, 0 or more.
  init(size: Int)

  /// Sends a signal to the observers.
  func on(_ signal: Signal)

  /// Sends the observer the buffered values, oldest first. Then the observer receives the signals that follow.
  ///
  /// - Returns: A closure that removes the observer. The subject may call the observer until then.
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void
}

/// The requirements of the exercise RelayHub: relays, each with the name of its topic.
public protocol LearnersHub {
  init()

  /// Sends a value to the listeners of the topic.
  func send(_ value: Int, to topic: String)

  /// Sends the listener the latest value of the topic if there is one. Then the listener receives the values that follow.
  ///
  /// - Returns: A closure that removes the listener. The hub may call the listener until then.
  func listen(to topic: String, _ listener: @escaping (Int) -> Void) -> () -> Void

  /// Sends each value of the source to the topic, until the returned closure is called.
  func bind(_ source: any SignalSource, to topic: String) -> () -> Void
}

/// A source of signals, whose grammar is `next* (error | completed)?`.
public protocol SignalSource {
  /// Adds an observer until the returned closure is called.
  ///
  /// A late subscriber receives the terminal event before `subscribe` returns.
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void
}
