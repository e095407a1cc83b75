internal import Concurrency
internal import Synchronization

/// Whether changes go unnoticed until somebody asks for them, and whom to ask.
///
/// A provider says so while it cannot notice changes by itself. A chain asks both of its providers then, before
/// each read, and has to be asked itself, since it cannot tell what it is not told.
final class Asking: Sendable {
  private let isNeededHere = Atomic(false)
  private let question = Locked<Question?>(nil)
  private let sources: [Asking]

  /// A struct, because a bare closure in a ``Locked`` is wrapped once more by every access.
  private struct Question: Sendable {
    let look: @Sendable () -> Bool
  }

  /// - Parameter sources: have to be asked too.
  init(_ sources: [Asking] = []) { self.sources = sources }

  /// Whether a change may go unnoticed if nobody asks.
  var isNeeded: Bool {
    isNeededHere.load(ordering: .acquiring) || sources.contains { $0.isNeeded }
  }

  /// Says whether it is needed here.
  ///
  /// - Returns: whether that is another answer than before, which everybody who reads has to hear.
  func need(_ isNeeded: Bool) -> Bool {
    isNeededHere.exchange(isNeeded, ordering: .acquiringAndReleasing) != isNeeded
  }

  /// Gives what looks for changes, tells of them, and says whether there were any.
  func answer(_ look: @escaping @Sendable () -> Bool) {
    question.withLock { $0 = Question(look: look) }
  }

  /// Looks for changes where they may have gone unnoticed.
  ///
  /// - Returns: whether there were any.
  func ask() -> Bool {
    var isAnyChanged = false
    if isNeededHere.load(ordering: .acquiring), let question = question.withLock({ $0 }) {
      isAnyChanged = question.look()
    }
    for source in sources where source.ask() { isAnyChanged = true }
    return isAnyChanged
  }
}
