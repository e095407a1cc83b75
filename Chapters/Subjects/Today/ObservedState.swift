import Concurrency
import Observation

/// A screen's state as an `@Observable` property, which announces that it is about to change.
@MainActor
@Observable
final class ObservedState {
  /// The state of the screen's data.
  enum Loading {
    case loading
    case success
    case failure
  }

  var loading = Loading.loading
}

extension ObservedState {
  /// Two changes after one read: the first is announced before it happens, the second is not
  /// announced.
  static func oneLook() -> [String] {
    let screen = ObservedState()
    let lines = Locked<[String]>([])
    withObservationTracking {
      lines.withLock { $0.append("looks: \(screen.loading)") }
    } onChange: {
      let current = MainActor.assumeIsolated { screen.loading }
      lines.withLock { $0.append("change announced: still \(current)") }
    }
    screen.loading = .success
    screen.loading = .failure
    lines.withLock { $0.append("looks: \(screen.loading)") }
    return lines.withLock { $0 }
  }

  /// Reads again after each announcement, and so sees the latest state but not every value.
  static func everyLook() async -> [String] {
    let screen = ObservedState()
    let (changes, announcer) = AsyncStream.makeStream(of: Void.self)
    var lines: [String] = []
    func look() {
      withObservationTracking {
        lines.append("looks: \(screen.loading)")
      } onChange: {
        announcer.yield()
      }
    }
    look()
    screen.loading = .success
    screen.loading = .failure
    for await _ in changes.prefix(1) { look() }
    return lines
  }
}
