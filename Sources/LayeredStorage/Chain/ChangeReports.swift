public import Synchronization

/// Reports are counted, never cleared: a chain is up to date when it has dealt with all of them.
///
/// A flag that is lowered after the update loses a report that arrives during it; one that is lowered before
/// lets another thread read what is about to be replaced. A count does neither.
@usableFromInline
final class ChangeReports: Sendable {
  /// All reports so far. The first is that nothing has been looked at yet.
  @usableFromInline let all = Atomic<Int>(1)
  /// How many of them have been dealt with.
  @usableFromInline let settled = Atomic<Int>(0)
  /// Those among them that were about the underlying provider.
  private let underlying = Atomic<Int>(0)
  private let underlyingSettled = Atomic<Int>(0)

  /// A moment between reports.
  struct Mark {
    fileprivate let all: Int
    fileprivate let underlying: Int
    /// Whether the underlying provider reported a change that has not been dealt with.
    let isUnderlyingChanged: Bool
  }

  init() {}

  /// Whether main can be read as it is.
  @inlinable var areSettled: Bool {
    settled.load(ordering: .acquiring) == all.load(ordering: .acquiring)
  }

  func addMain() { all.add(1, ordering: .acquiringAndReleasing) }

  func addUnderlying() {
    underlying.add(1, ordering: .acquiringAndReleasing)
    all.add(1, ordering: .acquiringAndReleasing)
  }

  /// To be taken before reading or writing what the reports are about.
  func mark() -> Mark {
    let all = all.load(ordering: .acquiring)
    let underlying = underlying.load(ordering: .acquiring)
    return Mark(
      all: all, underlying: underlying,
      isUnderlyingChanged: underlying != underlyingSettled.load(ordering: .acquiring))
  }

  /// Deals with what had been reported by then. Only a chain whose turn it is may say so.
  func settle(_ mark: Mark) {
    underlyingSettled.store(mark.underlying, ordering: .releasing)
    settled.store(mark.all, ordering: .releasing)
  }
}
