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

  /// - Parameter shown: called on the main thread with each text that is shown.
  init(shown: @escaping @Sendable (String) -> Void = { _ in }) { self.shown = shown }

  /// The text that it shows.
  var currentText: String { text.withLock { $0 } }

  /// Shows a user instead of the former one.
  func show(_ profile: UserProfile) {
    let former = self.profile.withLock { current in
      defer { current = profile }
      return current
    }
    withExtendedLifetime(former) {}
    binding.bind(self, to: profile.title) { view, title in
      view.text.withLock { $0 = title }
      view.shown(title)
    }
  }
}

extension SettingController {
  /// Prints the progress of each entered name, except a successful save.
  ///
  /// - Parameters:
  ///   - transcript: the transcript to print to.
  ///   - prefix: the prefix of each line.
  ///   - saysValid: whether to print a line for a valid name.
  /// - Returns: the binding; printing stops when it is released.
  func print(
    in transcript: Transcript, prefix: String = "", saysValid: Bool = false
  ) -> Binding {
    state.observe { change in
      switch change.new {
      case .ready, .answered(.saved): break
      case .waiting: if saysValid { transcript.line("\(prefix)setting: valid") }
      case .rejected(let error): transcript.line("\(prefix)setting: rejected, \(error)")
      case .answered(.refused(let error)), .answered(.notSaved(let error)):
        transcript.line("\(prefix)setting: told \(error)")
      }
    }
  }

  /// Enters a name and waits for the outcome.
  func enterAndWait(_ newName: String) async {
    let isEnded = OneShot<Void>()
    let binding = state.observe { change in
      if case .waiting = change.new {} else { isEnded.fulfill(()) }
    }
    enter(newName)
    await isEnded.value
    binding.end()
  }
}
