internal import Foundation

/// What a scene waits for, by name: tasks that were added, and whatever else has to come.
///
/// It waits as long as it must, and for what never comes a second and a half, once.
final class TaskWatch: @unchecked Sendable {
  /// In seconds.
  static let patience = 1.5

  // Unchecked because what changes is reached while `condition` is locked only.
  private let condition = NSCondition()
  private var awaited: [String] = []
  private var hasLostPatience = false
  private let events: Events

  init(_ events: Events) {
    self.events = events
  }

  func expect(_ name: String) {
    condition.withLock { awaited.append(name) }
  }

  func cameTrue(_ name: String) {
    condition.withLock {
      awaited.firstIndex(of: name).map { _ = awaited.remove(at: $0) }
      condition.broadcast()
    }
  }

  /// Waits until all has come true, and tells what has not: `ann did not run`.
  func wait(else sentence: String) {
    let missing = condition.withLock {
      let deadline = Date(timeIntervalSinceNow: hasLostPatience ? 0 : Self.patience)
      while !awaited.isEmpty, condition.wait(until: deadline) {}
      defer { awaited = [] }
      if !awaited.isEmpty { hasLostPatience = true }
      return awaited
    }
    for name in missing { events("\(name) \(sentence)") }
  }

  /// Tries again and again until it is so; gives up with the patience.
  ///
  /// - Returns: whether it was so.
  func until(_ isSo: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while !isSo() {
      let isLate = condition.withLock {
        if Date() >= deadline { hasLostPatience = true }
        // Others get a turn; nobody is expected to signal.
        if !hasLostPatience { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.001)) }
        return hasLostPatience
      }
      if isLate { return false }
    }
    return true
  }
}
