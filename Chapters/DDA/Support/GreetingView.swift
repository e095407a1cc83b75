import Application
import Concurrency

/// A label on a screen: it shows the text of its view model and contains no rule.
final class GreetingView: Sendable {
  private let binding = ViewBinding(on: .main)
  private let profile = Locked<UserProfile?>(nil)
  private let text = Locked("")
  private let shown: @Sendable (String) -> Void

  /// - Parameter shown: called with each text that is shown, on the main thread.
  init(shown: @escaping @Sendable (String) -> Void = { _ in }) { self.shown = shown }

  /// What it shows now.
  var currentText: String { text.withLock { $0 } }

  /// Shows this user instead of the former one.
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
