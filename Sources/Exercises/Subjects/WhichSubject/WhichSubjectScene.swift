/// A kind of subject.
public enum SubjectKind: Sendable {
  /// No choice yet.
  case undecided
  /// Keeps no value for late subscribers.
  case publish
  /// Always has a current value, which begins as 0. A late subscriber receives it first.
  case behavior
  /// Keeps the last three values. A late subscriber receives them first.
  case replay
}

/// The requirements of the rung WhichSubject: a kind of subject for each of three screens.
public protocol SubjectChoicesRequirements {
  static var alarm: SubjectKind { get }
  static var badge: SubjectKind { get }
  static var chat: SubjectKind { get }
}

/// The subject of one screen. Each value that reaches an observer is an event: `ann next(7)`.
public struct WhichSubjectScene<Choices: SubjectChoicesRequirements>: Scene {
  public static var forms: StepForms {
    [
      "screen chat; screen badge; screen alarm": "makes that screen's subject.",
      "subscribe bob": "adds that observer.",
      "next 7": nil,
    ]
  }

  private var observed: ObservedSubject?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    guard step.verb == "screen" else {
      // Without a choice, no subject exists and no values are sent.
      try observed?.take(step, events)
      return
    }
    let screen = try step.argument(0)
    let kinds = ["alarm": Choices.alarm, "badge": Choices.badge, "chat": Choices.chat]
    let subject: ScriptedSource? =
      switch try kinds[screen].orFail("no screen is called “\(screen)”") {
      case .undecided: nil
      case .publish: ScriptedSource()
      case .behavior: ScriptedSource([0], keeping: 1)
      case .replay: ScriptedSource(keeping: 3)
      }
    if subject == nil { events("no subject is chosen for \(screen)") }
    observed = subject.map { ObservedSubject(on: $0.send, subscribe: $0.subscribe) }
  }
}
