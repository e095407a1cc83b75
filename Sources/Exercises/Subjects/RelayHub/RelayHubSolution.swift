import Exercising

/// Relays by the names of their topics. Each keeps the latest value, and never terminates.
final class RelayHub: HubRequirements {
  private final class Listener {
    var handler: ((Int) -> Void)?
    init(_ handler: @escaping (Int) -> Void) { self.handler = handler }
  }

  private struct Relay {
    var latest: Int?
    var listeners: [Listener] = []
  }

  private var relays: [String: Relay] = [:]

  init() {}

  func send(_ value: Int, to topic: String) {
    // Stored before it is sent, because a listener may send a newer value.
    relays[topic, default: Relay()].latest = value
    for listener in relays[topic]?.listeners ?? [] { listener.handler?(value) }
  }

  func listen(to topic: String, _ handler: @escaping (Int) -> Void) -> () -> Void {
    let listener = Listener(handler)
    relays[topic, default: Relay()].listeners.append(listener)
    if let latest = relays[topic]?.latest { handler(latest) }
    return {
      listener.handler = nil
      self.relays[topic]?.listeners.removeAll { $0 === listener }
    }
  }

  func bind(_ source: any SignalSource, to topic: String) -> () -> Void {
    source.subscribe { signal in
      guard case .next(let value) = signal else { return }
      self.send(value, to: topic)
    }
  }
}
