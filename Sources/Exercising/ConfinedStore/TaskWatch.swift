internal import Foundation

/// What a scene waits for, by name: tasks that were added, and what else has to come.
///
/// It waits until that has come, or until it cannot come any more: until no other thread of the process could run at
/// any of many looks in a row. So a machine that is slow, or was stopped, changes nothing.
final class TaskWatch: @unchecked Sendable {
  // Unchecked because what changes is reached while `condition` is locked only.
  private let condition = NSCondition()
  private var awaited: [String] = []
  private var idleLooks = 0
  private var hasGivenUp = false
  private let events: Events
  private let othersWait: () -> Bool

  private let longestPause: TimeInterval

  /// So many looks, because a thread may sleep for a moment before it goes on; once one was in vain, a single one.
  private static let neededLooks = 50

  /// - Parameters:
  ///   - events: Receives what did not come.
  ///   - pause: Between two looks, in seconds; shorter at first.
  ///   - othersWait: A look at the threads: whether none but the current one could run.
  init(
    _ events: Events, pause: TimeInterval = 0.02,
    othersWait: @escaping () -> Bool = ThreadActivity.othersWait
  ) {
    self.events = events
    longestPause = pause
    self.othersWait = othersWait
  }

  func expect(_ name: String) {
    condition.withLock { awaited.append(name) }
  }

  func cameTrue(_ name: String) {
    condition.withLock {
      awaited.firstIndex(of: name).map { _ = awaited.remove(at: $0) }
      idleLooks = 0
      condition.broadcast()
    }
  }

  /// Waits until all has come true, and reports what has not: `ann did not run`.
  func wait(else sentence: String) {
    _ = until { condition.withLock { awaited.isEmpty } }
    let missing = condition.withLock {
      defer { awaited = [] }
      return awaited
    }
    for name in missing { events("\(name) \(sentence)") }
  }

  /// Tries again and again until it is so, or until it cannot become so.
  ///
  /// - Returns: Whether it was so.
  func until(_ isSo: () -> Bool) -> Bool {
    var pause = 0.001
    condition.withLock { idleLooks = 0 }
    while !isSo() {
      let isInVain = condition.withLock {
        hasGivenUp = hasGivenUp || idleLooks >= Self.neededLooks
        if hasGivenUp, idleLooks > 0 { return true }
        _ = condition.wait(until: Date(timeIntervalSinceNow: pause))
        return false
      }
      if isInVain { return false }
      if pause < longestPause {
        pause *= 2
      } else {
        look()
      }
    }
    return true
  }

  private func look() {
    let isIdle = othersWait()
    condition.withLock { idleLooks = isIdle ? idleLooks + 1 : 0 }
  }
}
