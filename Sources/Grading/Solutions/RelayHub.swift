import Exercising

/// Relays, each known by the name of its topic: they keep the latest value, and nothing ends them.
final class RelayHub: LearnersHub {
  private final class Listener {
    var hear: ((Int) -> Void)?
    init(_ hear: @escaping (Int) -> Void) { self.hear = hear }
  }

  private struct Relay {
    var latest: Int?
    var listeners: [Listener] = []
  }

  private var relays: [String: Relay] = [:]

  init() {}

  func send(_ value: Int, to topic: String) {
    // First kept and then told: a listener may send something newer.
    relays[topic, default: Relay()].latest = value
    for listener in relays[topic]?.listeners ?? [] { listener.hear?(value) }
  }

  func listen(to topic: String, _ hear: @escaping (Int) -> Void) -> () -> Void {
    let listener = Listener(hear)
    relays[topic, default: Relay()].listeners.append(listener)
    if let latest = relays[topic]?.latest { hear(latest) }
    return {
      listener.hear = nil
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
