public import Synchronization

/// One of a chain's two providers, and the last revision of it that the chain has dealt with.
///
/// A flag instead of a revision would not do. Cleared after the update, it loses a change that arrives meanwhile;
/// cleared before, it lets another thread read what is about to be replaced.
@usableFromInline
final class ChainSource: Sendable {
  @usableFromInline let handlers: ChangeHandlers
  @usableFromInline let dealtWith: Atomic<Int>
  /// The revision that the chain's own write is about to cause.
  private let expected = Atomic(ChainSource.none)

  /// No revision: at first, after an incomplete write, and where no write is in progress.
  private static let none = -1

  /// - Parameters:
  ///   - handlers: the provider's.
  ///   - isKnown: whether the current value counts as dealt with.
  init(_ handlers: ChangeHandlers, isKnown: Bool) {
    self.handlers = handlers
    dealtWith = Atomic(isKnown ? handlers.revisions.load(ordering: .acquiring) : Self.none)
  }

  @inlinable
  var isPolled: Bool { handlers.isPolled }

  var revision: Int { handlers.revisions.load(ordering: .acquiring) }

  /// Whether all changes that were detected have been dealt with.
  @inlinable
  var isCurrent: Bool {
    dealtWith.load(ordering: .acquiring) == handlers.revisions.load(ordering: .acquiring)
  }

  /// To be called with a revision that was taken before the value was read.
  func setCurrent(at revision: Int) { dealtWith.store(revision, ordering: .releasing) }

  func setOutOfDate() { dealtWith.store(Self.none, ordering: .releasing) }

  /// Whether the chain itself is causing this revision.
  func isExpected(_ revision: Int) -> Bool { expected.load(ordering: .acquiring) == revision }

  /// Runs a write by the chain. The change that it makes is not reported to the chain.
  ///
  /// - Returns: the revision that the provider has then, for ``setCurrent(at:)``; none if another writer changed the
  ///   provider meanwhile, so that it has to be read again.
  func write(_ body: () throws -> Void, orElse reportChange: () -> Void) throws -> Int {
    let before = revision
    expected.store(before + 1, ordering: .releasing)
    defer { expected.store(Self.none, ordering: .releasing) }
    do {
      try body()
    } catch {
      // Another writer's change may have been taken for this one.
      if revision != before { reportChange() }
      throw error
    }
    let after = revision
    return after - before > 1 ? Self.none : after
  }
}
