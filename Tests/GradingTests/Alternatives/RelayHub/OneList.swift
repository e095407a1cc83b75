import Exercising

/// One list of all listeners, each with its topic. A removed listener leaves an empty slot.
final class RelayHub: HubRequirements {
  private struct Listener {
    let topic: String
    let handler: (Int) -> Void
    var isNew = true
    var missed: [Int] = []
  }

  private var latest: [String: Int] = [:]
  private var listeners: [Listener?] = []

  init() {}

  func send(_ value: Int, to topic: String) {
    latest.updateValue(value, forKey: topic)
    for place in listeners.indices where listeners[place]?.topic == topic {
      if listeners[place]?.isNew == true {
        listeners[place]?.missed.append(value)
      } else {
        listeners[place]?.handler(value)
      }
    }
  }

  func listen(to topic: String, _ handler: @escaping (Int) -> Void) -> () -> Void {
    let place = listeners.count
    var listener = Listener(topic: topic, handler: handler)
    listener.missed = latest[topic].map { [$0] } ?? []
    listeners.append(listener)
    while let value = listeners[place]?.missed.first {
      listeners[place]?.missed.removeFirst()
      handler(value)
    }
    listeners[place]?.isNew = false
    return { [weak self] in self?.listeners[place] = nil }
  }

  func bind(_ source: any SignalSource, to topic: String) -> () -> Void {
    var isBound = true
    let end = source.subscribe { [weak self] signal in
      if isBound, case .next(let value) = signal { self?.send(value, to: topic) }
    }
    return {
      isBound = false
      end()
    }
  }
}
