/// The requirements of the rung Feed, which sends the values of several sources to one page.
public protocol FeedRequirements {
  init()

  /// Adds an observer, which receives the values that follow.
  func subscribe(_ observer: @escaping (Signal) -> Void)

  /// Sends each value of the source to the observers. The feed continues after a source has ended.
  func add(_ source: any SignalSource)
}

/// Observers of one feed, and its sources. Each signal that reaches an observer is an event:
/// `ann next(7)`.
public struct FeedScene<Feed: FeedRequirements>: Scene {
  public static var forms: StepForms {
    [
      "subscribe ann; add server": nil,
      "emit server 7": "makes that source send the value.",
      "complete server": nil,
      "fail server lost": "ends that source with an error.",
    ]
  }

  private let feed = Feed()
  private var sources: [String: ScriptedSource] = [:]

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    let name = try step.argument(0)
    switch step.verb {
    case "subscribe": feed.subscribe { events("\(name) \($0)") }
    case "add":
      let source = ScriptedSource()
      sources[name] = source
      feed.add(source)
    case "emit": try source(name).send(.next(try step.number(1)))
    case "complete": try source(name).send(.completed)
    case "fail": try source(name).send(.error(try step.argument(1)))
    default: throw step.unknown
    }
  }

  private func source(_ name: String) throws(SceneFailure) -> ScriptedSource {
    try sources[name].orFail("“\(name)” was not added")
  }
}
