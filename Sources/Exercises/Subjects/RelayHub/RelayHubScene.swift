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
public final class HubScene<Hub: HubRequirements>: Scene {
  private let hub = Hub()
  private var sources: [String: ScriptedSource] = [:]
  /// Closures that end listening or binding, by the names of the listener or source and the topic.
  private var ends: [[String]: () -> Void] = [:]

  public init() {}

  public func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    let name = try step.argument(0)
    switch step.verb {
    case "send": hub.send(try step.number(1), to: name)
    case "listen":
      let topic = try step.argument(1)
      listen(name, topic, events, firstValue: try reaction(step, name, topic, events))
    case "leave", "unbind": end(name, try step.argument(1))
    case "bind":
      let topic = try step.argument(1)
      ends[[name, topic]] = hub.bind(source(name), to: topic)
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
    var reaction: (() -> Void)? = reaction
    let leave = hub.listen(to: topic) { value in
      events("\(listener) receives \(topic) \(value)")
      reaction.take()?()
    }
    ends[[listener, topic]] = leave
  }

  private func reaction(
    _ step: Step, _ listener: String, _ topic: String, _ events: Events
  ) throws(SceneFailure) -> () -> Void {
    guard step.arguments.count > 2 else { return {} }
    switch try step.word(2, of: "leaving", "inviting", "dropping", "sending") {
    case "leaving": return { self.end(listener, topic) }
    case "inviting":
      let guest = try step.argument(3)
      return { self.listen(guest, topic, events) }
    case "dropping":
      let other = try step.argument(3)
      return { self.end(other, topic) }
    default:
      let (other, value) = (try step.argument(3), try step.number(4))
      return { self.hub.send(value, to: other) }
    }
  }

  private func end(_ name: String, _ topic: String) { ends[[name, topic]]?() }

  private func source(_ name: String) -> ScriptedSource {
    let source = sources[name] ?? ScriptedSource()
    sources[name] = source
    return source
  }
}
