/// The requirements of the exercise RelayHub: relays, each with the name of its topic.
public protocol HubRequirements {
  init()

  /// Sends a value to the listeners of the topic.
  func send(_ value: Int, to topic: String)

  /// Sends the listener the latest value of the topic, if any, and then the values that follow.
  ///
  /// - Returns: A closure that removes the listener. The hub may call the listener until then.
  func listen(to topic: String, _ listener: @escaping (Int) -> Void) -> () -> Void

  /// Sends each value of the source to the topic, until the returned closure is called.
  func bind(_ source: any SignalSource, to topic: String) -> () -> Void
}

/// Listeners of one hub, each to any number of topics: `listen ann weather`, `leave ann weather`,
/// `send weather 7`; and sources: `bind radio weather`, `unbind radio weather`, `emit radio 7`,
/// `complete radio`, `fail radio lost`.
///
/// Each value that reaches a listener is an event: `ann receives weather 7`. While it receives its
/// first value, a listener may act: `listen ann weather leaving` leaves, `… inviting bob` adds
/// `bob` to the same topic, `… dropping bob` removes him from it, and `… sending traffic 8` sends.
/// `leave` and `unbind` a second time call the same closure again.
public struct HubScene<Hub: HubRequirements>: Scene {
  private let listeners = HubListeners(Hub())

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try listeners.take(step, events)
  }
}

/// The listeners of a hub, and the sources that are bound to it.
private final class HubListeners<Hub: HubRequirements> {
  private struct Connection {
    let end: () -> Void
  }

  private let hub: Hub
  private var sources: [String: ScriptedSource] = [:]
  private var connections: [[String]: Connection] = [:]

  init(_ hub: Hub) {
    self.hub = hub
  }

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    let name = try step.argument(0)
    switch step.verb {
    case "send": hub.send(try step.number(1), to: name)
    case "listen":
      let topic = try step.argument(1)
      listen(name, topic, events, firstValue: try reaction(step, name, topic, events))
    case "leave", "unbind": end(name, try step.argument(1))
    case "bind":
      let topic = try step.argument(1)
      connections[[name, topic]] = Connection(end: hub.bind(source(name), to: topic))
    case "emit": source(name).send(.next(try step.number(1)))
    case "complete": source(name).send(.completed)
    case "fail": source(name).send(.error(try step.argument(1)))
    default: throw step.unknown
    }
  }

  private func listen(
    _ listener: String, _ topic: String, _ events: Events,
    firstValue reaction: @escaping () -> Void = {}
  ) {
    var isFirst = true
    let leave = hub.listen(to: topic) { value in
      events("\(listener) receives \(topic) \(value)")
      guard isFirst else { return }
      isFirst = false
      reaction()
    }
    connections[[listener, topic]] = Connection(end: leave)
  }

  private func reaction(
    _ step: Step, _ listener: String, _ topic: String, _ events: Events
  ) throws(SceneFailure) -> () -> Void {
    switch step.arguments.dropFirst(2).first {
    case nil: return {}
    case "leaving": return { self.end(listener, topic) }
    case "inviting":
      let guest = try step.argument(3)
      return { self.listen(guest, topic, events) }
    case "dropping":
      let other = try step.argument(3)
      return { self.end(other, topic) }
    case "sending":
      let (other, value) = (try step.argument(3), try step.number(4))
      return { self.hub.send(value, to: other) }
    default:
      _ = try step.word(2, of: "leaving", "inviting", "dropping", "sending")
      return {}
    }
  }

  private func end(_ name: String, _ topic: String) {
    connections[[name, topic]]?.end()
  }

  private func source(_ name: String) -> ScriptedSource {
    if let source = sources[name] { return source }
    let source = ScriptedSource()
    sources[name] = source
    return source
  }
}
