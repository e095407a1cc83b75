import Application
import Concurrency

/// A label on a screen: it shows what its view model says and knows no rule.
final class GreetingView: Sendable {
  private let binding = ViewBinding()
  private let profile = Locked<UserProfile?>(nil)
  private let text = Locked("")
  private let shown: @Sendable (String) -> Void

  /// - Parameter shown: is told each text that is shown.
  init(shown: @escaping @Sendable (String) -> Void = { _ in }) { self.shown = shown }

  /// What it shows now.
  var presentText: String { text.withLock { $0 } }

  /// Shows this user, and the former one no more.
  func show(_ profile: UserProfile) {
    let former = self.profile.withLock { kept in
      defer { kept = profile }
      return kept
    }
    _ = former
    binding.bind(self, to: profile.title) { view, title in
      view.text.withLock { $0 = title }
      view.shown(title)
    }
  }
}
