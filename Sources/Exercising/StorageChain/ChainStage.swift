/// Providers, a learner's chain over them, and what the two scenes about chains do with it.
final class ChainStage {
  private let providers: [LoggedProvider]
  private var chain: (any ValueProvider)?
  private let events: Events

  init(
    _ names: [String], values: [String], _ events: Events,
    chain: ([LoggedProvider]) -> any ValueProvider
  ) {
    providers = zip(names, values).map { name, value in
      LoggedProvider(name, value: value == "empty" ? nil : value, events)
    }
    self.events = events
    self.chain = chain(providers)
  }

  func take(_ step: Step) throws(SceneFailure) {
    switch step.verb {
    case "get": get()
    case "set": set(try step.argument(0))
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

  private func get() {
    guard let chain else { return }
    do throws(ProviderTrouble) { events("it gives \(try chain.get())") } catch {
      events("it fails: \(error)")
    }
  }

  private func set(_ value: String) {
    guard let chain else { return }
    do throws(ProviderTrouble) {
      try chain.set(value)
      events("done")
    } catch { events("it fails: \(error)") }
  }

  private func listen(_ name: String, isReading: Bool) {
    chain?.onChange { [weak chain, events] in
      events("\(name) is told")
      guard isReading, let chain else { return }
      do throws(ProviderTrouble) { events("\(name) reads \(try chain.get())") } catch {
        events("\(name) cannot read: \(error)")
      }
    }
  }

  private func forget() {
    weak let forgotten = chain
    chain = nil
    events(forgotten == nil ? "the chain is gone" : "the chain is still there")
  }

  private func provider(_ step: Step, _ place: Int) throws(SceneFailure) -> LoggedProvider {
    let name = try step.argument(place)
    guard let provider = providers.first(where: { $0.name == name }) else {
      throw SceneFailure("no provider is called “\(name)”")
    }
    return provider
  }
}
