/// Providers, and a learner's chain over them, for the scenes about chains.
final class ChainStage {
  private let providers: [LoggedProvider]
  private var chain: (any ValueProvider)?
  private let events: Events

  private init(
    _ providers: [LoggedProvider], _ events: Events, chain: ([LoggedProvider]) -> any ValueProvider
  ) {
    self.providers = providers
    self.events = events
    self.chain = chain(providers)
  }

  /// Creates a stage for the step `begin`, and takes any other step on the stage.
  static func take(
    _ step: Step, _ events: Events, on stage: inout ChainStage?, providers names: [String],
    chain: ([LoggedProvider]) -> any ValueProvider
  ) throws(SceneFailure) {
    guard step.verb == "begin" else {
      return try stage.orFail("“\(step)” comes before “begin”").take(step)
    }
    var providers: [LoggedProvider] = []
    for (index, name) in names.enumerated() {
      let value = try step.argument(index)
      providers.append(LoggedProvider(name, value: value == "empty" ? nil : value, events))
    }
    stage = ChainStage(providers, events, chain: chain)
  }

  private func take(_ step: Step) throws(SceneFailure) {
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
      listen(try step.argument(0), isReading: step.arguments.dropFirst().first == "reading")
    case "look":
      events(providers.map { "\($0.name) \($0.value ?? "empty")" }.joined(separator: ", "))
    case "forget": forget()
    default: throw step.unknown
    }
  }

  private func listen(_ name: String, isReading: Bool) {
    chain?.onChange { [weak chain, events] in
      events("\(name) is notified")
      guard isReading, let chain else { return }
      events.send(orError: "\(name) cannot read: ") { "\(name) reads \(try chain.get())" }
    }
  }

  private func forget() {
    weak let forgotten = chain
    chain = nil
    events(forgotten == nil ? "the chain is gone" : "the chain is still there")
  }

  private func provider(_ step: Step, _ place: Int) throws(SceneFailure) -> LoggedProvider {
    let name = try step.argument(place)
    return try providers.first { $0.name == name }.orFail("no provider is called “\(name)”")
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
    if isUnreadable {
      events("\(name).get fails: unreadable")
      throw .unreadable
    }
    guard let value else {
      events("\(name).get fails: empty")
      throw .empty
    }
    events("\(name).get -> \(value)")
    return value
  }

  func set(_ value: String) throws(ProviderError) {
    if isFull {
      isFull = false
      events("\(name).set \(value) fails: full")
      throw .full
    }
    events("\(name).set \(value)")
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
