/// Observers of one subject: `subscribe ann`, `dispose ann`, `next 7`, `error lost`, `complete`.
///
/// Each signal that reaches an observer is an event: `ann next(7)`, `ann error(lost)`, `ann completed`.
/// `subscribe ann leaving` is an observer that leaves while it hears its first value, and `subscribe ann inviting bob`
/// one that lets another subscribe then. `dispose ann` a second time calls the same closure again.
public struct SubjectScene<Subject: LearnersSubject>: Scene {
  private let subject = Subject()
  private let subscriptions = Subscriptions()

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "subscribe": try subscribe(step, events)
    case "dispose": subscriptions.dispose(try step.argument(0))
    case "next": subject.on(.next(try step.number(0)))
    case "error": subject.on(.error(try step.argument(0)))
    case "complete": subject.on(.completed)
    default: throw step.unknown
    }
  }

  private func subscribe(_ step: Step, _ events: Events) throws(SceneFailure) {
    let observer = try step.argument(0)
    switch step.arguments.dropFirst().first {
    case nil: subscribe(observer, events)
    case "leaving":
      subscribe(observer, events) { [subscriptions] in subscriptions.dispose(observer) }
    case "inviting":
      let guest = try step.argument(2)
      subscribe(observer, events) { [subject, subscriptions] in
        subscriptions.keep(guest, subject.subscribe { signal in events("\(guest) \(signal)") })
      }
    case let habit?: throw SceneFailure("no observer is “\(habit)”")
    }
  }

  private func subscribe(
    _ observer: String, _ events: Events, firstValue reaction: @escaping () -> Void = {}
  ) {
    var isFirst = true
    let dispose = subject.subscribe { signal in
      events("\(observer) \(signal)")
      guard case .next = signal, isFirst else { return }
      isFirst = false
      reaction()
    }
    subscriptions.keep(observer, dispose)
  }
}

/// How to stop each observer.
private final class Subscriptions {
  private struct Subscription {
    let dispose: () -> Void
  }

  private var all: [String: Subscription] = [:]

  func keep(_ observer: String, _ dispose: @escaping () -> Void) {
    all[observer] = Subscription(dispose: dispose)
  }

  func dispose(_ observer: String) { all[observer]?.dispose() }
}
