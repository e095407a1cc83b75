/// What the exercise RelayHub asks of a learner's type: relays, each known by the name of its topic.
public protocol LearnersHub {
  init()

  /// Sends a value to whoever listens to the topic.
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
