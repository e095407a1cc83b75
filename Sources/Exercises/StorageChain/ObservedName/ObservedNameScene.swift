internal import Concurrency
public import Observation

/// The requirements of the exercise ObservedName. All calls come from one thread.
public protocol ObservedNameRequirements: AnyObject, Observable {
  /// - Parameter chain: A chain that calls its handlers after each change, including its own `set`.
  init(chain: any ValueProvider)

  /// The chain's value, or nil if the chain cannot read one.
  var name: String? { get }

  /// `Hi, ann`, or `No name` without a name.
  var title: String { get }

  /// The error of the last `save`, or nil if it succeeded.
  var problem: ProviderError? { get }

  /// Sets the chain's value.
  func save(_ name: String)
}

/// Views of one model over a chain that the script controls.
///
/// A view reads one property in `withObservationTracking`: `badge shows ann`. When it is notified,
/// it reads the property again after the step.
public final class ObservedNameScene<Model: ObservedNameRequirements>: Scene {
  public static var forms: StepForms {
    [
      "begin ann; begin empty": "makes a chain with that value, and the model over it.",
      "show badge name; show header title; show footer problem":
        "makes a view that reads that property.",
      "save bob": nil,
      "outside cid": "changes the value, as another part of the program does.",
      "full": "makes the next write fail.",
      "unreadable": "makes the next write fail, since the value cannot be read.",
      "broken": "makes every read fail from now on.",
      "look": "reads all properties without a view.",
      "forget": "releases the model.",
    ]
  }

  private var chain: ObservedChain?
  private var model: Model?
  private var properties: [String: String] = [:]
  /// The views that were notified in this step.
  private let notified = Locked<Set<String>>([])

  public init() {}

  public func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if step.verb == "begin" {
      let chain = ObservedChain(try step.value(0), events)
      (self.chain, model, properties) = (chain, Model(chain: chain), [:])
      return
    }
    try take(step, try chain.orFail("“\(step)” comes before “begin”"), events)
    for view in notified.withLock({ exchange(&$0, with: []) }).sorted() {
      events("\(view) is notified")
      look(view, events)
    }
  }

  private func take(_ step: Step, _ chain: ObservedChain, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "show":
      let view = try step.argument(0)
      let property = try step.word(1, of: "name", "title", "problem")
      // The view's first property would still notify it.
      if properties[view] != nil { throw SceneFailure("“\(view)” shows something already") }
      properties[view] = property
      look(view, events)
    case "save": model?.save(try step.argument(0))
    case "outside": chain.change(to: try step.argument(0))
    case "full": chain.refusal = .full
    case "unreadable": chain.refusal = .unreadable
    case "broken": chain.isBroken = true
    case "look":
      guard let model else { return }
      let values = ["name", "title", "problem"].map { "\($0) \(value(of: $0, in: model))" }
      events(values.joined(separator: ", "))
    case "forget":
      weak let forgotten = model
      model = nil
      events(forgotten == nil ? "the model is released" : "the model is retained")
    default: throw step.unknown
    }
  }

  /// The text that a view shows.
  private func value(of property: String, in model: Model) -> String {
    switch property {
    case "name": model.name ?? "none"
    case "title": model.title
    default: model.problem?.description ?? "none"
    }
  }

  private func look(_ view: String, _ events: Events) {
    guard let model, let property = properties[view] else { return }
    let shown = withObservationTracking {
      value(of: property, in: model)
    } onChange: { [notified] in
      notified.withLock { _ = $0.insert(view) }
    }
    events("\(view) shows \(shown)")
  }
}

/// A value with handlers, which replaces a chain. Each `set` is an event.
private final class ObservedChain: ValueProvider {
  /// The next `set` throws this.
  var refusal: ProviderError?
  var isBroken = false
  private var value: String?
  private var handlers: [() -> Void] = []
  private let events: Events

  init(_ value: String?, _ events: Events) {
    self.value = value
    self.events = events
  }

  var hasValue: Bool { value != nil }

  func get() throws(ProviderError) -> String {
    if isBroken { throw .unreadable }
    guard let value else { throw .empty }
    return value
  }

  func set(_ value: String) throws(ProviderError) {
    if let refusal = refusal.take() {
      events("chain: \(value) fails, \(refusal)")
      throw refusal
    }
    events("chain: set \(value)")
    change(to: value)
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  func change(to value: String) {
    self.value = value
    for handler in handlers { handler() }
  }
}
