import Application
import Concurrency
import DataAccess
import Observing
import Service
import Workbook

extension Page {
  static let bindings = Page(
    "bindings", "A cell that is bound again, and two models of one user",
    parts: ["user 1", "user 2"]
  ) { transcript in
    let service = ServiceFactory.usersInMemory("Jake", "Ann")
    let profiles = [UserProfile(try service.user(1)), UserProfile(try service.user(2))]
    let events = Locked(0)
    var cell: GreetingView? = GreetingView { text in
      transcript.receives(.value(text), in: "cell")
      events.withLock { $0 += 1 }
    }

    transcript.subscribing("cell") { cell?.show(profiles[0]) }
    transcript.line("cell bound to user 1: \(cell?.currentText ?? "no cell")")
    transcript.subscribing("cell") { cell?.show(profiles[1]) }
    transcript.line("cell rebound to user 2: \(cell?.currentText ?? "no cell")")

    events.withLock { $0 = 0 }
    transcript.sending(.value("Bob"), from: "user 1") {
      service.modifyUserName("Bob", of: 1) { _ in }
    }
    transcript.line("user 1 renamed: cell events \(events.withLock { $0 })")
    transcript.sending(.value("Anna"), from: "user 2") {
      service.modifyUserName("Anna", of: 2) { _ in }
    }
    transcript.line("user 2 renamed: cell: \(cell?.currentText ?? "no cell")")

    weak let released = cell
    cell = nil
    if released == nil {
      transcript.record(.dispose, to: "cell")
      transcript.line("cell released")
    }
    events.withLock { $0 = 0 }
    transcript.sending(.value("Ann"), from: "user 2") {
      service.modifyUserName("Ann", of: 2) { _ in }
    }
    transcript.line("user 2 renamed: cell events \(events.withLock { $0 })")

    let shared = UserRawModel(id: 3, name: "Anna")
    transcript.line(
      "two view models, one raw model: \(greetings(of: shared, shared, from: 1, transcript))")
    let (first, second) = (UserRawModel(id: 4, name: "Anna"), UserRawModel(id: 4, name: "Anna"))
    transcript.line(
      "two view models, two raw models: \(greetings(of: first, second, from: 3, transcript))")
  }

  /// The titles of two view models, with numbers from one on, after renaming the first model.
  private static func greetings(
    of first: UserRawModel, _ second: UserRawModel, from number: Int, _ transcript: Transcript
  ) -> String {
    let profiles = [UserProfile(first), UserProfile(second)]
    let bindings = profiles.enumerated().map { index, profile in
      let name = "viewModel \(number + index)"
      return transcript.subscribing(name) {
        profile.title.bind { transcript.receives(.value($0), in: name) }
      }
    }
    transcript.sending(.value("Zoe"), from: "rawModel \(first.id)") { first.name.value = "Zoe" }
    for (index, binding) in bindings.enumerated() {
      binding.end()
      transcript.record(.dispose, to: "viewModel \(number + index)")
    }
    return profiles.map { $0.title.value }.joined(separator: " and ")
  }
}
