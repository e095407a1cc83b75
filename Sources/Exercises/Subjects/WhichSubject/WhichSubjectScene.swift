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

/// The subject of one screen: `screen chat` makes it, and the other steps are `subscribe ann` and
/// `next 7`.
///
/// Each value that reaches an observer is an event: `ann next(7)`.
public struct WhichSubjectScene<Choices: SubjectChoicesRequirements>: Scene {
  private var observed: ObservedSubject?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    guard step.verb == "screen" else {
      // Without a choice, no subject exists and no values are sent.
      try observed?.take(step, events)
      return
    }
    observed = try subject(of: try step.argument(0), events).map { subject in
      ObservedSubject(on: subject.on, subscribe: subject.subscribe)
    }
  }

  private func subject(
    of screen: String, _ events: Events
  ) throws(SceneFailure) -> BufferedSubject? {
    let kind =
      switch screen {
      case "alarm": Choices.alarm
      case "badge": Choices.badge
      case "chat": Choices.chat
      default: throw SceneFailure("no screen is called “\(screen)”")
      }
    switch kind {
    case .undecided:
      events("no subject is chosen for \(screen)")
      return nil
    case .publish: return BufferedSubject(size: 0)
    case .behavior: return BufferedSubject([0], size: 1)
    case .replay: return BufferedSubject(size: 3)
    }
  }
}

/// A subject that keeps its last values, and sends them to a late subscriber first.
private final class BufferedSubject {
  private var values: [Int]
  private let size: Int
  private var observers: [(Signal) -> Void] = []

  init(_ values: [Int] = [], size: Int) {
    self.values = values
    self.size = size
  }

  func on(_ signal: Signal) {
    if case .next(let value) = signal { values = (values + [value]).suffix(size) }
    for observer in observers { observer(signal) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    for value in values { observer(.next(value)) }
    observers.append(observer)
    return {}
  }
}
