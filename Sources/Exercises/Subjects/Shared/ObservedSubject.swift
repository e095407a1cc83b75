/// A subject with its observers. While it receives its first signal, an observer may act.
///
/// Each signal that reaches an observer is an event: `ann next(7)`, `ann error(lost)`, `ann
/// completed`. `held` reports the observers whose closures are retained: `held: ann bob`.
final class ObservedSubject {
  static var forms: StepForms {
    ["subscribe ann": nil] + acts("subscribe ann", sending: "8") + [
      "subscribe ann sending 8 9 …; next 7": nil,
      "dispose ann": "calls the closure that `subscribe` returned; a later step may call it again.",
      "subscribe ann … completing":
        "is an observer that completes the sequence while it receives for the first time.",
      "complete; error lost": nil,
    ]
  }

  /// The forms of a step that adds an observer which acts.
  static func acts(_ step: String, sending values: String) -> StepForms {
    [
      "\(step) … leaving":
        "is an observer that removes itself while it receives for the first time.",
      "\(step) … dropping bob":
        "is an observer that removes the named one while it receives for the first time.",
      "\(step) … inviting bob":
        "is an observer that adds the named one while it receives for the first time.",
      "\(step) … sending \(values)":
        "is an observer that sends that value while it receives for the first time.",
    ]
  }

  /// Lives as long as the observer's closure is retained.
  private final class Mark {}

  private let send: (Signal) -> Void
  private let listen: (@escaping (Signal) -> Void) -> () -> Void
  private var subscriptions: [String: () -> Void] = [:]
  private var disposed: Set<String> = []
  private var marks: [String: () -> Mark?] = [:]

  init(
    on send: @escaping (Signal) -> Void,
    subscribe listen: @escaping (@escaping (Signal) -> Void) -> () -> Void
  ) {
    self.send = send
    self.listen = listen
  }

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "subscribe": subscribe(try step.argument(0), then: try acts(step), events)
    case "dispose": dispose(try step.argument(0))
    case "next": send(.next(try step.number(0)))
    case "error": send(.error(try step.argument(0)))
    case "complete": send(.completed)
    case "held": events("held: \(held())")
    default: throw step.unknown
    }
  }

  /// The steps that an observer takes while it receives its first signal.
  private func acts(_ step: Step) throws(SceneFailure) -> [Step] {
    guard step.arguments.count > 1 else { return [] }
    switch try step.word(1, of: "leaving", "dropping", "inviting", "sending", "completing") {
    case "leaving": return [Step("dispose", step.arguments[0])]
    case "dropping": return [Step("dispose", try step.argument(2))]
    case "inviting": return [Step("subscribe", try step.argument(2))]
    case "sending": return try step.numbers(from: 2).map { Step("next", "\($0)") }
    default: return [Step("complete")]
    }
  }

  private func subscribe(_ observer: String, then acts: [Step], _ events: Events) {
    let mark = Mark()
    marks[observer] = { [weak mark] in mark }
    var acts = acts
    let dispose = listen { [weak self] signal in
      withExtendedLifetime(mark) { events("\(observer) \(signal)") }
      for act in exchange(&acts, with: []) { try? self?.take(act, events) }
    }
    subscriptions[observer] = dispose
    disposed.remove(observer)
  }

  private func dispose(_ observer: String) {
    guard let dispose = subscriptions[observer] else { return }
    disposed.insert(observer)
    dispose()
  }

  private func held() -> String {
    // A closure that ends a subscription may retain the observer until it has been called.
    for observer in disposed { subscriptions[observer] = nil }
    let names = marks.filter { $0.value() != nil }.keys.sorted()
    return names.isEmpty ? "none" : names.joined(separator: " ")
  }
}
