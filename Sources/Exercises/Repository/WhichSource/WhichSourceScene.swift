/// A source of a screen's list.
public enum SourcePlan: Sendable {
  /// No choice yet.
  case undecided
  /// The server's response only.
  case server
  /// The stored list, without a request.
  case store
  /// The stored list at once, and then the server's response.
  case storeThenServer
  /// The server's response, or the stored list if the server cannot be reached.
  case serverElseStore
}

/// The requirements of the rung WhichSource: a plan for each of three screens.
public protocol SourceChoicesRequirements {
  static var headlines: SourcePlan { get }
  static var balance: SourcePlan { get }
  static var timetable: SourcePlan { get }
}

/// One screen over a store and a server. Each list on the screen is an event, and so is each
/// request: `shows 1 2`, `server: asked`, `shows a message: offline`.
public struct WhichSourceScene<Choices: SourceChoicesRequirements>: Scene {
  public static var forms: StepForms {
    [
      "screen headlines; screen balance; screen timetable": "chooses the screen.",
      "store holds 1 2 …; server has 3 4 …": nil,
      "offline": "makes the server unreachable.",
      "open": "opens the screen.",
    ]
  }

  private var plan = SourcePlan.undecided
  private var stored: [Int] = []
  /// The server's list, or nil while the server cannot be reached.
  private var served: [Int]?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "screen":
      let screen = try step.argument(0)
      let plans = [
        "headlines": Choices.headlines, "balance": Choices.balance, "timetable": Choices.timetable,
      ]
      plan = try plans[screen].orFail("no screen is called “\(screen)”")
    case "store": stored = try step.numbers(from: 1)
    case "server": served = try step.numbers(from: 1)
    case "offline": served = nil
    case "open":
      if plan == .undecided { return events("no source is chosen") }
      if plan == .store || plan == .storeThenServer { events("shows \(stored.listed)") }
      if plan == .store { return }
      events("server: asked")
      if let served { return events("shows \(served.listed)") }
      events("shows a message: offline")
      if plan == .serverElseStore { events("shows \(stored.listed)") }
    default: throw step.unknown
    }
  }
}
