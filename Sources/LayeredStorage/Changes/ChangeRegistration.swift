internal import Concurrency

/// Keeps one handler in its place, until it goes or is ended.
public final class ChangeRegistration: Sendable {
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
    try Work.as(Work(author: entry, outbox: Work.current.outbox), body)
  }

  /// A handler, with an identity to know its author by.
  final class Entry: Sendable {
    /// The handlers that it is one of.
    let place: ObjectIdentifier
    private let whenKnown: @Sendable (Int) -> Void
    /// Looks again whether one has to ask for changes.
    let whenAskingMayDiffer: @Sendable () -> Void
    private let state: Locked<State>

    private struct State {
      var handler: (@Sendable (Int) -> Void)?
      /// The number of the last change that it need not be told of.
      var known = 0
    }

    init(
      _ handler: @escaping @Sendable (Int) -> Void,
      whenKnown: @escaping @Sendable (Int) -> Void,
      whenAskingMayDiffer: @escaping @Sendable () -> Void, in place: ObjectIdentifier
    ) {
      self.place = place
      self.whenKnown = whenKnown
      self.whenAskingMayDiffer = whenAskingMayDiffer
      state = Locked(State(handler: handler))
    }

    func know(_ number: Int) {
      state.withLock { $0.known = max($0.known, number) }
      whenKnown(number)
    }

    func call(of number: Int) {
      let handler = state.withLock { $0.known < number ? $0.handler : nil }
      handler?(number)
    }

    /// Forgets the handler, outside the lock because what it holds may go with it.
    func end() {
      let forgotten = state.withLock { state in
        let forgotten = state.handler
        state.handler = nil
        return forgotten
      }
      _ = forgotten
    }
  }
}
