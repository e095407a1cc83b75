import Application
import Concurrency
import Observing
import Service
import Workbook

/// A label on a screen, which shows the text of its view model and contains no logic.
final class GreetingView: Sendable {
  private let binding = ViewBinding(on: .main)
  private let profile = Locked<UserProfile?>(nil)
  private let text = Locked("")
  private let shown: @Sendable (String) -> Void

  init(in transcript: Transcript? = nil, shown: @escaping @Sendable (String) -> Void = { _ in }) {
    self.shown = { text in
      transcript?.record(.send, text, from: "viewModel", to: "view")
      shown(text)
    }
  }

  var currentText: String { text.withLock { $0 } }

  func show(_ profile: UserProfile) {
    let former = self.profile.withLock { exchange(&$0, with: profile) }
    withExtendedLifetime(former) {}
    binding.bind(self, to: profile.title) { view, title in
      view.text.withLock { $0 = title }
      view.shown(title)
    }
  }
}

extension SettingController {
  /// Prints the progress of each entered name, except a successful save, until the binding is
  /// released. A valid name has a line only with `saysValid`.
  func print(in transcript: Transcript, prefix: String = "", saysValid: Bool = false) -> Binding {
    state.observe { change in
      switch change.new {
      case .ready, .answered(.saved): break
      case .waiting: if saysValid { transcript.step("setting", "valid", prefix: prefix) }
      case .rejected(let error):
        transcript.step("setting", "rejected, \(error)", prefix: prefix)
      case .answered(.refused(let error)), .answered(.notSaved(let error)):
        transcript.step("setting", "told \(error)", prefix: prefix)
      }
    }
  }

  func enter(
    _ newName: String, in transcript: Transcript, fileID: String = #fileID, line: Int = #line
  ) {
    transcript.call(
      "enter “\(newName.replacing("\n", with: "\\n"))”", of: "setting", fileID: fileID, line: line
    ) { enter(newName) }
  }

  /// Enters a name and waits for the outcome, as a recorded call.
  @MainActor
  func enterAndWait(
    _ newName: String, in transcript: Transcript, fileID: String = #fileID, line: Int = #line
  ) async {
    await transcript.call("enter \(newName)", of: "setting", fileID: fileID, line: line) {
      await enterAndWait(newName)
    }
  }

  /// Enters a name on the caller's actor and waits for the outcome. Because the main actor delivers
  /// outcomes, an outcome on the main actor follows all effects of entering.
  func enterAndWait(_ newName: String, isolation: isolated (any Actor)? = #isolation) async {
    let isEnded = OneShot<Void>()
    let binding = state.observe { change in
      if case .waiting = change.new {} else { isEnded.fulfill(()) }
    }
    enter(newName)
    await isEnded.value
    binding.end()
  }
}
