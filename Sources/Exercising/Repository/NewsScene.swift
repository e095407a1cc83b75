/// Readers of one repository of news, over a server and a store that do what the script says.
///
/// `read ann` reads, and `read ann inviting bob` lets `bob` read when `ann` is told something for the first time. What
/// readers are told is an event: `ann: news 1 2`, `ann: problem offline`. The server's and the store's steps and
/// events are told at `ScriptedNewsServer` and `ScriptedNewsStore`.
public struct NewsScene<Repository: LearnersNews>: Scene {
  private let server = ScriptedNewsServer()
  private let store = ScriptedNewsStore()
  private var repository: Repository?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "server": try server.take(step, events)
    case "store": try store.take(step, events)
    case "read":
      let repository = self.repository ?? Repository(server: server, store: store)
      self.repository = repository
      try read(step, repository, events)
    default: throw step.unknown
    }
  }

  private func read(
    _ step: Step, _ repository: Repository, _ events: Events
  ) throws(SceneFailure) {
    server.events = events
    store.events = events
    let reader = try step.argument(0)
    guard step.arguments.count > 1 else {
      return repository.readNews { events("\(reader): \($0)") }
    }
    guard try step.argument(1) == "inviting" else { throw step.unknown }
    let guest = try step.argument(2)
    var isFirst = true
    repository.readNews { reading in
      events("\(reader): \(reading)")
      guard isFirst else { return }
      isFirst = false
      repository.readNews { events("\(guest): \($0)") }
    }
  }
}
