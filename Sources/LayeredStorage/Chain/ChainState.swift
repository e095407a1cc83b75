internal import Foundation
public import Synchronization

/// Whether a chain is up to date with the changes of its two providers.
@usableFromInline
final class ChainState: Sendable {
  let main: ChainSource
  let underlying: ChainSource
  /// The number of events that may have made main out of date.
  @usableFromInline let invalidations = Atomic(0)
  /// The value of `invalidations` at which main was last up to date.
  @usableFromInline let settledAt = Atomic(-1)

  init(main: ChainSource, underlying: ChainSource) {
    self.main = main
    self.underlying = underlying
  }

  /// Whether main can be read without catching up.
  @inlinable
  var isSettled: Bool {
    settledAt.load(ordering: .acquiring) == invalidations.load(ordering: .acquiring)
  }

  var isCurrent: Bool { main.isCurrent && underlying.isCurrent }

  func invalidate() { invalidations.add(1, ordering: .acquiringAndReleasing) }

  /// Allows reads of main alone, unless a change is pending or a provider is polled. Call it under
  /// the chain's lock. A flag instead of the count would hide a change after the check.
  func settle() {
    let count = invalidations.load(ordering: .acquiring)
    guard isCurrent, !main.handlers.isPolled, !underlying.handlers.isPolled else { return }
    settledAt.store(count, ordering: .releasing)
  }
}

/// One of a chain's two providers, and the last of its revisions that the chain has processed.
final class ChainSource: Sendable {
  let handlers: ChangeHandlers
  private let processed: Atomic<Int>
  /// The thread on which the chain is writing the provider.
  private let writer = Atomic<ObjectIdentifier?>(nil)
  /// The reports that were part of the chain's own writes.
  private let ownReports = Atomic(0)

  /// No revision: initially, and after an incomplete write.
  private static let none = -1

  /// `isKnown` is whether the current value counts as processed.
  init(_ handlers: ChangeHandlers, isKnown: Bool) {
    self.handlers = handlers
    processed = Atomic(isKnown ? handlers.revision : Self.none)
  }

  /// Whether all detected changes have been processed.
  var isCurrent: Bool { processed.load(ordering: .acquiring) == handlers.revision }

  /// Marks a revision as processed. Take the revision before reading the value.
  func setCurrent(at revision: Int) { processed.store(revision, ordering: .releasing) }

  func setOutOfDate() { setCurrent(at: Self.none) }

  /// Whether a change that is counted or reported on this thread is part of the chain's own write.
  var isOwnChange: Bool {
    writer.load(ordering: .acquiring).map { $0 == ObjectIdentifier(Thread.current) } ?? false
  }

  /// Whether a report on this thread is part of the chain's own write, which reports itself.
  func takesAsOwnReport() -> Bool {
    guard isOwnChange else { return false }
    ownReports.add(1, ordering: .relaxed)
    return true
  }

  /// Runs a write by the chain, whose change is not reported back to the chain.
  ///
  /// - Returns: The new revision; `none` if another writer changed the provider meanwhile.
  func write(_ body: () throws -> Void, orElse reportChange: () -> Void) throws -> Int {
    let (before, reportsBefore) = (handlers.revision, ownReports.load(ordering: .relaxed))
    let outer = writer.exchange(ObjectIdentifier(Thread.current), ordering: .acquiringAndReleasing)
    let result = Result { try body() }
    writer.store(outer, ordering: .releasing)
    // The provider itself may have detected a change by another writer.
    let reports = ownReports.load(ordering: .relaxed) - reportsBefore
    if reports > ((try? result.get()) == nil ? 0 : 1) { reportChange() }
    try result.get()
    let after = handlers.revision
    return after - before > 1 ? Self.none : after
  }
}
