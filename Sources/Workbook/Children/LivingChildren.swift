import Foundation
internal import Locking

/// The children of this process that have not ended, for the case that it is ended itself.
final class LivingChildren: Sendable {
  /// Those of this process.
  static let ofThisProcess = LivingChildren()

  private struct State {
    var alive: Set<Int32> = []
    /// Ended before their start was noted.
    var ended: Set<Int32> = []
  }

  private let state = Locked(State())

  func began(_ identifier: Int32) {
    state.withLock { state in
      if state.ended.remove(identifier) == nil { state.alive.insert(identifier) }
    }
  }

  func ended(_ identifier: Int32) {
    state.withLock { state in
      if state.alive.remove(identifier) == nil { state.ended.insert(identifier) }
    }
  }

  /// Ends all of them at once.
  func killAll() { state.withLock { for child in $0.alive { kill(child, SIGKILL) } } }
}
