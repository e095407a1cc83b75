/// Observers `a`, `b`, … of one subject: `subscribe a`, `dispose a`, `next 7`, `error lost`, `complete`.
///
/// Each signal that reaches an observer is an event: `a next(7)`, `a error(lost)`, `a completed`.
public struct SubjectScene<Subject: LearnersSubject>: Scene {
  private let subject = Subject()
  private var subscriptions: [String: () -> Void] = [:]

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) {
    switch (step.verb, step.arguments.first) {
    case ("subscribe", let observer?):
      subscriptions[observer] = subject.subscribe { signal in events("\(observer) \(signal)") }
    case ("dispose", let observer?): subscriptions.removeValue(forKey: observer)?()
    case ("next", let value?): Int(value).map { subject.on(.next($0)) }
    case ("error", let name?): subject.on(.error(name))
    default: subject.on(.completed)
    }
  }
}
