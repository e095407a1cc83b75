/// Providers, and a learner's chain over them, for the scenes about chains.
///
/// Each call of a provider is an event: `main.get -> blue`, `underlying.set pink`.
final class ChainStage {
  /// The forms of the steps for providers with these names, of which the first is the topmost.
  static func forms(_ names: String...) -> StepForms {
    let values = zip(names, ["blue", "red", "pink"]).map(\.1).joined(separator: " ")
    return [
      "begin \(values); begin\(String(repeating: " empty", count: names.count))":
        "makes the providers with those values, and the chain over them.",
      "get; set grey; has": nil,
      "look": "reports the values of all providers.",
      "outside \(names[1]) grey":
        "changes that provider without the chain, as another program does.",
      "meanwhile \(names[0]) \(names[1]) grey":
        "changes the second provider right after the next write of the first one.",
      "full \(names[0])": "makes the next write of that provider fail.",
      "unreadable \(names[1])": "makes the next read of that provider fail.",
      "listen taylor": "adds a change handler to the chain.",
      "listen taylor … reading": "is a handler that reads the chain's value.",
      "forget": "releases the chain.",
    ]
  }

  private let names: [String]
  private let makeChain: ([any ValueProvider]) -> any ValueProvider
  private var providers: [LoggedProvider] = []
  private var chain: (any ValueProvider)?

  /// The values in the step `begin` are those of the providers with these names.
  init(_ names: String..., chain: @escaping ([any ValueProvider]) -> any ValueProvider) {
    self.names = names
    makeChain = chain
  }

  func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if step.verb == "begin" { return try begin(step, events) }
    if providers.isEmpty { throw SceneFailure("“\(step)” comes before “begin”") }
    switch step.verb {
    case "get":
      guard let chain else { return }
      events.send(orError: "chain fails: ") { "chain -> \(try chain.get())" }
    case "set":
      let value = try step.argument(0)
      guard let chain else { return }
      events.send(orError: "chain fails: ") {
        try chain.set(value)
        return "done"
      }
    case "has": events(chain?.hasValue == true ? "there is a value" : "there is no value")
    case "outside": try provider(step, 0).change(to: try step.argument(1))
    case "full": try provider(step, 0).isFull = true
    case "unreadable": try provider(step, 0).isUnreadable = true
    case "meanwhile":
      let (changed, value) = (try provider(step, 1), try step.argument(2))
      try provider(step, 0).afterwards = { changed.change(to: value) }
    case "listen":
      listen(try step.argument(0), isReading: try step.has("reading", at: 1), events)
    case "look":
      events(providers.map { "\($0.name) \($0.value ?? "empty")" }.joined(separator: ", "))
    case "forget":
      weak let forgotten = chain
      chain = nil
      events(forgotten == nil ? "the chain is gone" : "the chain is still there")
    default: throw step.unknown
    }
  }

  private func begin(_ step: Step, _ events: Events) throws(SceneFailure) {
    var providers: [LoggedProvider] = []
    for (index, name) in names.enumerated() {
      providers.append(LoggedProvider(name, value: try step.value(index), events))
    }
    self.providers = providers
    chain = makeChain(providers)
  }

  private func listen(_ name: String, isReading: Bool, _ events: Events) {
    chain?.onChange { [weak chain] in
      events("\(name) is notified")
      guard isReading, let chain else { return }
      events.send(orError: "\(name) cannot read: ") { "\(name) reads \(try chain.get())" }
    }
  }

  private func provider(_ step: Step, _ place: Int) throws(SceneFailure) -> LoggedProvider {
    let name = try step.argument(place)
    return try providers.first { $0.name == name }.orFail("no provider is called “\(name)”")
  }
}

extension Step {
  /// The value of a provider, which is nil for `empty`.
  func value(_ place: Int) throws(SceneFailure) -> String? {
    let value = try argument(place)
    return value == "empty" ? nil : value
  }
}

/// A value in memory. Each read and write is an event. The next one can be made to fail.
final class LoggedProvider: ValueProvider {
  let name: String
  private(set) var value: String?
  /// The next `get` throws.
  var isUnreadable = false
  /// The next `set` throws.
  var isFull = false
  /// Called once, after the next `set`.
  var afterwards: (() -> Void)?
  private var handlers: [() -> Void] = []
  private let events: Events

  init(_ name: String, value: String?, _ events: Events) {
    self.name = name
    self.value = value
    self.events = events
  }

  var hasValue: Bool { value != nil }

  func get() throws(ProviderError) -> String {
    defer { isUnreadable = false }
    guard let value, !isUnreadable else {
      let problem = isUnreadable ? ProviderError.unreadable : .empty
      events("\(name).get fails: \(problem)")
      throw problem
    }
    events("\(name).get -> \(value)")
    return value
  }

  func set(_ value: String) throws(ProviderError) {
    defer { isFull = false }
    events("\(name).set \(value)\(isFull ? " fails: full" : "")")
    if isFull { throw .full }
    change(to: value)
    afterwards.take()?()
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  /// Changes the value and calls the handlers, for `set` or as another program.
  func change(to value: String) {
    self.value = value
    for handler in handlers { handler() }
  }
}
