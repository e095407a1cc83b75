import Exercising

/// One list of all listeners, each of which knows its topic; leaving leaves a gap.
final class RelayHub: LearnersHub {
  private struct Listener {
    let topic: String
    let hear: (Int) -> Void
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
        listeners[place]?.hear(value)
      }
    }
  }

  func listen(to topic: String, _ hear: @escaping (Int) -> Void) -> () -> Void {
    let place = listeners.count
    var listener = Listener(topic: topic, hear: hear)
    listener.missed = latest[topic].map { [$0] } ?? []
    listeners.append(listener)
    while let value = listeners[place]?.missed.first {
      listeners[place]?.missed.removeFirst()
      hear(value)
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
