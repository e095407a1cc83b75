import Exercising

/// A relay is a separate type, and the hub is a dictionary of relays.
final class RelayHub: HubRequirements {
  private var relays: [String: Relay] = [:]

  init() {}

  private func relay(_ topic: String) -> Relay {
    if let relay = relays[topic] { return relay }
    let relay = Relay()
    relays[topic] = relay
    return relay
  }

  func send(_ value: Int, to topic: String) { relay(topic).accept(value) }

  func listen(to topic: String, _ listener: @escaping (Int) -> Void) -> () -> Void {
    relay(topic).subscribe(listener)
  }

  func bind(_ source: any SignalSource, to topic: String) -> () -> Void {
    let relay = relay(topic)
    return source.subscribe { signal in
      switch signal {
      case .next(let value): relay.accept(value)
      case .error, .completed: break
      }
    }
  }
}

private final class Relay {
  private var values: [Int] = []
  private var listeners: [Int: (Int) -> Void] = [:]
  private var lastNumber = 0

  func accept(_ value: Int) {
    values = [value]
    // Looked up for each call, because an earlier listener may have removed this one.
    for number in listeners.keys.sorted() { listeners[number]?(value) }
  }

  func subscribe(_ listener: @escaping (Int) -> Void) -> () -> Void {
    lastNumber += 1
    let number = lastNumber
    listeners[number] = listener
    values.forEach(listener)
    return { [weak self] in self?.listeners[number] = nil }
  }
}
