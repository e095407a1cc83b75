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

/// Listeners of one hub, each to any number of topics, and sources that are bound to topics.
///
/// Each value that reaches a listener is an event: `ann receives weather 7`. `inviting bob` and
/// `dropping bob` add and remove a listener of the same topic.
public final class HubScene<Hub: HubRequirements>: Scene {
  public static var forms: StepForms {
    [
      "listen ann weather; send weather 7": nil,
      "bind radio weather": nil,
      "emit radio 7": "makes that source send the value to the topics to which it is bound.",
      "unbind radio weather":
        "calls the closure that `bind` returned; a later step may call it again.",
      "complete radio; fail radio lost": nil,
      "leave ann weather":
        "calls the closure that `listen` returned; a later step may call it again.",
    ] + ObservedSubject.acts("listen ann weather", sending: "traffic 8")
  }

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
      var act = try act(step)
      ends[[name, topic]] = hub.listen(to: topic) { [weak self] value in
        events("\(name) receives \(topic) \(value)")
        if let act = act.take() { try? self?.take(act, events) }
      }
    case "leave", "unbind": ends[[name, try step.argument(1)]]?()
    case "bind":
      let topic = try step.argument(1)
      ends[[name, topic]] = hub.bind(source(name), to: topic)
    case "emit": source(name).send(.next(try step.number(1)))
    case "complete": source(name).send(.completed)
    case "fail": source(name).send(.error(try step.argument(1)))
    default: throw step.unknown
    }
  }

  /// The step that a listener takes while it receives its first value.
  private func act(_ step: Step) throws(SceneFailure) -> Step? {
    guard step.arguments.count > 2 else { return nil }
    let topic = step.arguments[1]
    switch try step.word(2, of: "leaving", "inviting", "dropping", "sending") {
    case "leaving": return Step("leave", step.arguments[0], topic)
    case "inviting": return Step("listen", try step.argument(3), topic)
    case "dropping": return Step("leave", try step.argument(3), topic)
    default: return Step("send", try step.argument(3), "\(try step.number(4))")
    }
  }

  private func source(_ name: String) -> ScriptedSource {
    let source = sources[name] ?? ScriptedSource()
    sources[name] = source
    return source
  }
}
