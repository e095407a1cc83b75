internal import Concurrency
internal import Synchronization

/// Everybody who wants to know of a change: `tell()` calls each once, except who caused it.
///
/// They are called in the order in which they came, without a lock, so a handler may read, write, add
/// handlers and end registrations. While a chain is between its two writes the calls wait until it
/// is done; then they are made on the same thread.
public final class ChangeHandlers: Sendable {
  private let entries = Locked<[ChangeRegistration.Entry]>([])
  private let changeCount = Atomic<Int>(0)
  /// Whether they are told by themselves, or only when somebody asks.
  let asking: Asking

  /// Nobody wants to know yet.
  public init() { asking = Asking() }

  /// For a value that is made of others: whoever asks for its changes asks for theirs.
  init(over sources: ChangeHandlers...) { asking = Asking(sources.map(\.asking)) }

  /// Adds a handler.
  ///
  /// - Parameter handler: is called after each change, on the thread that changed or noticed it.
  /// - Returns: what keeps the handler; when it goes, or ends, the handler is called no more.
  public func add(_ handler: @escaping @Sendable () -> Void) -> ChangeRegistration {
    addNumbered { _ in handler() }
  }

  /// Adds a handler that is given the number of the change.
  ///
  /// - Parameters:
  ///   - handler: may be told late, of a change that its author has read already.
  ///   - known: is told, when its author reads or writes, which changes need no telling any more.
  ///   - asking: is told when it becomes necessary to ask for changes, or ceases to be.
  /// - Returns: what keeps the handler.
  func addNumbered(
    _ handler: @escaping @Sendable (Int) -> Void,
    whenKnown known: @escaping @Sendable (Int) -> Void = { _ in },
    whenAskingMayDiffer asking: @escaping @Sendable () -> Void = {}
  ) -> ChangeRegistration {
    let entry = ChangeRegistration.Entry(
      handler, whenKnown: known, whenAskingMayDiffer: asking, in: ObjectIdentifier(self))
    entries.withLock { $0.append(entry) }
    return ChangeRegistration(entry) { [entries] in
      entries.withLock { entries in entries.removeAll { $0 === entry } }
    }
  }

  /// Tells everybody except the one on whose behalf this thread is reading or writing.
  public func tell() { tell(of: count()) }

  // MARK: For providers that notice a change first and tell of it later

  /// Counts a change.
  ///
  /// - Returns: its number.
  func count() -> Int { changeCount.add(1, ordering: .acquiringAndReleasing).newValue }

  /// Tells of a change, except those that have read the value since it was counted.
  func tell(of number: Int) {
    let author = Work.current.author
    let told = entries.withLock { $0.filter { $0 !== author } }
    for entry in told { Work.afterwards { entry.call(of: number) } }
  }

  /// Whoever this thread reads or writes for knows of all changes so far.
  func authorKnows() {
    guard let author = Work.current.author, author.place == ObjectIdentifier(self) else { return }
    author.know(changeCount.load(ordering: .acquiring))
  }

  /// Tells all chains to look again whether they have to ask.
  func sayWhetherToAsk() {
    for entry in entries.withLock({ $0 }) { entry.whenAskingMayDiffer() }
  }
}
