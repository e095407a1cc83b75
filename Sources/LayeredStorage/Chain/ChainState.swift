public import Synchronization

/// The changes of its providers that a chain has dealt with.
@usableFromInline
final class ChainState: Sendable {
  let main: ChainSource
  let underlying: ChainSource
  /// How often something happened that may have made main out of date.
  @usableFromInline let invalidations = Atomic(0)
  /// The number of invalidations at which main was up to date.
  @usableFromInline let settledAt = Atomic(-1)

  init(main: ChainSource, underlying: ChainSource) {
    self.main = main
    self.underlying = underlying
  }

  /// Whether main can be read as it is.
  @inlinable
  var isSettled: Bool {
    settledAt.load(ordering: .acquiring) == invalidations.load(ordering: .acquiring)
  }

  var isCurrent: Bool { main.isCurrent && underlying.isCurrent }

  func invalidate() { invalidations.add(1, ordering: .acquiringAndReleasing) }

  /// Allows reads of main alone, unless a change is left or changes are found only by polling. To be called under the
  /// chain's lock.
  ///
  /// A flag instead of a count would not do. Set after the check, it hides a change that arrives in between.
  func settle() {
    let count = invalidations.load(ordering: .acquiring)
    guard isCurrent, !main.handlers.isPolled, !underlying.handlers.isPolled else { return }
    settledAt.store(count, ordering: .releasing)
  }
}

/// One of a chain's two providers, and the last revision of it that the chain has dealt with.
final class ChainSource: Sendable {
  let handlers: ChangeHandlers
  private let dealtWith: Atomic<Int>
  /// The revision that the chain's own write is about to cause.
  private let expected = Atomic(ChainSource.none)

  /// No revision: at first, after an incomplete write, and where no write is in progress.
  private static let none = -1

  /// - Parameters:
  ///   - handlers: the provider's.
  ///   - isKnown: whether the current value counts as dealt with.
  init(_ handlers: ChangeHandlers, isKnown: Bool) {
    self.handlers = handlers
    dealtWith = Atomic(isKnown ? handlers.revision : Self.none)
  }

  /// Whether all changes that were detected have been dealt with.
  var isCurrent: Bool { dealtWith.load(ordering: .acquiring) == handlers.revision }

  /// To be called with a revision that was taken before the value was read.
  func setCurrent(at revision: Int) { dealtWith.store(revision, ordering: .releasing) }

  func setOutOfDate() { setCurrent(at: Self.none) }

  /// Whether the chain itself is causing this revision.
  func isExpected(_ revision: Int) -> Bool { expected.load(ordering: .acquiring) == revision }

  /// Runs a write by the chain. The change that it makes is not reported to the chain.
  ///
  /// - Returns: the revision that the provider has then, for ``setCurrent(at:)``; none if another writer changed the
  ///   provider meanwhile, so that it has to be read again.
  func write(_ body: () throws -> Void, orElse reportChange: () -> Void) throws -> Int {
    let before = handlers.revision
    expected.store(before + 1, ordering: .releasing)
    defer { expected.store(Self.none, ordering: .releasing) }
    do {
      try body()
    } catch {
      // Another writer's change may have been taken for this one.
      if handlers.revision != before { reportChange() }
      throw error
    }
    let after = handlers.revision
    return after - before > 1 ? Self.none : after
  }
}
