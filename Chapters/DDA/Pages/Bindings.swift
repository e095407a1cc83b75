import Application
import Concurrency
import DataAccess
import Observing
import Service
import Workbook

extension Page {
  static let bindings = Page(
    "bindings", "A cell shows one user at a time, until it is released",
    parts: Device.layers
  ) { transcript in
    let service = ServiceFactory.usersInMemory("Jake", "Ann").recorded(in: transcript)
    let profiles = [UserProfile(try service.user(1)), UserProfile(try service.user(2))]
    let events = Locked(0)
    var cell: GreetingView? = GreetingView(in: transcript) { _ in events.withLock { $0 += 1 } }

    cell?.show(profiles[0])
    transcript.line("cell bound to user 1: \(cell?.currentText ?? "no cell")")
    cell?.show(profiles[1])
    transcript.line("cell rebound to user 2: \(cell?.currentText ?? "no cell")")

    events.withLock { $0 = 0 }
    service.modifyUserName("Bob", of: 1) { _ in }
    transcript.line("user 1 renamed: cell events \(events.withLock { $0 })")
    service.modifyUserName("Anna", of: 2) { _ in }
    transcript.line("user 2 renamed: cell: \(cell?.currentText ?? "no cell")")

    weak let released = cell
    cell = nil
    if released == nil { transcript.line("cell released") }
    events.withLock { $0 = 0 }
    service.modifyUserName("Ann", of: 2) { _ in }
    transcript.line("user 2 renamed: cell events \(events.withLock { $0 })")

    let shared = UserRawModel(id: 3, name: "Anna")
    transcript.line("two view models, one raw model: \(greetings(of: shared, shared))")
    let (first, second) = (UserRawModel(id: 4, name: "Anna"), UserRawModel(id: 4, name: "Anna"))
    transcript.line("two view models, two raw models: \(greetings(of: first, second))")
  }

  /// The titles of two view models after renaming the first model.
  private static func greetings(of first: UserRawModel, _ second: UserRawModel) -> String {
    let profiles = [UserProfile(first), UserProfile(second)]
    first.name.value = "Zoe"
    return profiles.map { $0.title.value }.joined(separator: " and ")
  }
}
