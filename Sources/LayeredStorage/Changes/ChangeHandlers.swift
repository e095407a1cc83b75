internal import Locking

/// Everybody who wants to know of a change: `tell()` calls each once, except who caused it.
///
/// They are called in the order in which they came, without a lock, so a handler may read, write, add
/// handlers and end registrations. While a chain is between its two writes the calls wait until it
/// is done; then they are made on the same thread.
public final class ChangeHandlers: Sendable {
  private let registrations = Locked<[ChangeRegistration.Entry]>([])

  /// Nobody wants to know yet.
  public init() {}

  /// Adds a handler.
  ///
  /// - Parameter handler: is called after each change, on the thread that changed or noticed it.
  /// - Returns: what keeps the handler; when it goes, or ends, the handler is called no more.
  public func add(_ handler: @escaping @Sendable () -> Void) -> ChangeRegistration {
    let entry = ChangeRegistration.Entry(handler)
    registrations.withLock { $0.append(entry) }
    return ChangeRegistration(entry) { [registrations] in
      registrations.withLock { entries in entries.removeAll { $0 === entry } }
    }
  }

  /// Tells everybody except the one on whose behalf this thread is reading or writing.
  public func tell() {
    let author = Work.current.author
    let told = registrations.withLock { $0.filter { $0 !== author } }
    for entry in told { Work.afterwards { entry.call() } }
  }
}

/// Keeps one handler in its place, until it goes or is ended.
public final class ChangeRegistration: Sendable {
  /// A handler, with an identity to know its author by.
  final class Entry: Sendable {
    private let handler: Locked<(@Sendable () -> Void)?>

    init(_ handler: @escaping @Sendable () -> Void) { self.handler = Locked(handler) }

    func call() { handler.withLock { $0 }?() }

    /// Forgets the handler, outside the lock because what it holds may go with it.
    func end() {
      let forgotten = handler.withLock { handler in
        let forgotten = handler
        handler = nil
        return forgotten
      }
      _ = forgotten
    }
  }

  private let entry: Entry
  private let leave: @Sendable () -> Void

  init(_ entry: Entry, leave: @escaping @Sendable () -> Void) {
    self.entry = entry
    self.leave = leave
  }

  /// Ends the registration; a second time does nothing.
  public func end() {
    leave()
    entry.end()
  }

  deinit { end() }

  /// Reads or writes on behalf of this registration: its own handler is not told of what that does.
  func asAuthor<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Work.$current.withValue(Work(author: entry, outbox: Work.current.outbox), operation: body)
  }
}
