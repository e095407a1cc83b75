/// A subject with its observers: `subscribe ann`, `dispose ann`, `next 7`, `error lost`,
/// `complete`.
///
/// Each signal that reaches an observer is an event: `ann next(7)`, `ann error(lost)`, `ann
/// completed`. While it receives its first signal, an observer may act: `subscribe ann leaving`
/// leaves, `… dropping bob` disposes bob's subscription, `… inviting bob` makes another subscribe,
/// `… sending 8` sends, and `… completing` completes. `dispose ann` a second time calls the same
/// closure again. `held` reports the observers whose closures are still retained: `held: ann bob`.
/// `… sending 8 9` sends both, one after the other.
final class ObservedSubject {
  private struct Subscription {
    let dispose: () -> Void
    var isDisposed = false
  }

  /// Lives as long as the observer's closure is retained.
  private final class Mark {}

  private struct WeakMark {
    weak var mark: Mark?
  }

  private let send: (Signal) -> Void
  private let listen: (@escaping (Signal) -> Void) -> () -> Void
  private var subscriptions: [String: Subscription] = [:]
  private var marks: [String: WeakMark] = [:]

  init(
    on send: @escaping (Signal) -> Void,
    subscribe listen: @escaping (@escaping (Signal) -> Void) -> () -> Void
  ) {
    self.send = send
    self.listen = listen
  }

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "subscribe":
      subscribe(try step.argument(0), events, firstSignal: try reaction(step, events))
    case "dispose": dispose(try step.argument(0))
    case "next": send(.next(try step.number(0)))
    case "error": send(.error(try step.argument(0)))
    case "complete": send(.completed)
    case "held": events("held: \(held())")
    default: throw step.unknown
    }
  }

  private func reaction(_ step: Step, _ events: Events) throws(SceneFailure) -> () -> Void {
    switch step.arguments.dropFirst().first {
    case nil: return {}
    case "leaving":
      let observer = try step.argument(0)
      return { self.dispose(observer) }
    case "dropping":
      let other = try step.argument(2)
      return { self.dispose(other) }
    case "inviting":
      let guest = try step.argument(2)
      return { self.subscribe(guest, events) }
    case "sending":
      let values = try step.numbers(from: 2)
      return { for value in values { self.send(.next(value)) } }
    case "completing": return { self.send(.completed) }
    default:
      _ = try step.word(1, of: "leaving", "dropping", "inviting", "sending", "completing")
      return {}
    }
  }

  private func subscribe(
    _ observer: String, _ events: Events, firstSignal reaction: @escaping () -> Void = {}
  ) {
    let mark = Mark()
    marks[observer] = WeakMark(mark: mark)
    var isFirst = true
    let dispose = listen { signal in
      withExtendedLifetime(mark) { events("\(observer) \(signal)") }
      guard isFirst else { return }
      isFirst = false
      reaction()
    }
    subscriptions[observer] = Subscription(dispose: dispose)
  }

  private func dispose(_ observer: String) {
    subscriptions[observer]?.isDisposed = true
    subscriptions[observer]?.dispose()
  }

  private func held() -> String {
    // A closure that ends a subscription may retain the observer until it has been called.
    subscriptions = subscriptions.filter { !$0.value.isDisposed }
    let names = marks.filter { $0.value.mark != nil }.keys.sorted()
    return names.isEmpty ? "none" : names.joined(separator: " ")
  }
}
