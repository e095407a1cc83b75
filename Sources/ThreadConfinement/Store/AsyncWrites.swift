internal import Concurrency
internal import Dispatch

/// The turns to write that a store requests asynchronously, one at a time.
///
/// If the turn is granted while the store's thread waits in `beginWrite`, that call takes it. If
/// the store's loop does not take the turn within 0.1 s, for instance because its thread is
/// blocked, the turn passes to the next waiting store. This store's next request then goes ahead of
/// the waiting ones, and its turn is reserved for twice as long, so that a slow loop can take it.
final class AsyncWrites: Sendable {
  /// A request of the turn. The write begins on the file's write thread.
  final class Request: Sendable {
    /// The write, or the error with which it could not begin.
    fileprivate let begun = OneShot<Result<WriteTransaction, ConfinedStore.Failure>>()
    fileprivate let isTaken = DispatchSemaphore(value: 0)
  }

  private struct State {
    /// The request whose write the store has not taken.
    var current: Request?
    /// The number of turns in a row that were not taken in time.
    var missedTurns = 0

    /// Ends a request.
    ///
    /// - Returns: Whether the request was the current one.
    mutating func end(_ request: Request, missedTurns: Int) -> Bool {
      guard current === request else { return false }
      (current, self.missedTurns) = (nil, missedTurns)
      return true
    }
  }

  private let file: StoreFile
  private let state = Locked(State())

  init(file: StoreFile) { self.file = file }

  /// Requests the turn, unless the write of an earlier request was not taken yet.
  ///
  /// - Parameter begun: Called on the file's write thread when the write has begun or failed to
  ///   begin.
  func request(begun: @escaping @Sendable (Request) -> Void) {
    let request = Request()
    let missedTurns = state.withLock { state -> Int? in
      guard state.current == nil else { return nil }
      state.current = request
      return state.missedTurns
    }
    guard let missedTurns else { return }
    let begin: @Sendable () -> Void = { [self] in
      file.writeThread.async {
        let result = Result { () throws(ConfinedStore.Failure) in
          try WriteTransaction(inTurnOf: self.file)
        }
        request.begun.fulfill(result)
        begun(request)
        if case .success(let write) = result { self.reserve(write, for: request, missedTurns) }
      }
    }
    if file.writerQueue.request(request, isFirst: missedTurns > 0, granted: begin) { begin() }
  }

  /// Waits until the store takes the write. Abandons it if the time is up and other stores wait.
  private func reserve(_ write: WriteTransaction, for request: Request, _ missedTurns: Int) {
    let time = WriterQueue.turnTimeout(missedTurns: missedTurns)
    while request.isTaken.wait(timeout: .now() + time) == .timedOut {
      guard file.writerQueue.isAwaited else { continue }
      let isEnded = state.withLock { $0.end(request, missedTurns: missedTurns + 1) }
      if isEnded { return write.abandon() }
    }
  }

  /// Takes the write of the current request, or withdraws the request if it is not granted.
  ///
  /// - Returns: The write; nil if none was requested or the request was withdrawn.
  func takeOrWithdraw() throws(ConfinedStore.Failure) -> WriteTransaction? {
    guard let request = state.withLock({ $0.current }) else { return nil }
    guard file.writerQueue.withdraw(request) else { return try take(request) }
    state.withLock { $0.current = nil }
    return nil
  }

  /// Takes the write of a granted request; waits until it has begun.
  ///
  /// - Returns: The write; nil if it was taken before, or the turn has passed to another store.
  func take(_ request: Request) throws(ConfinedStore.Failure) -> WriteTransaction? {
    let result = request.begun.wait()
    guard state.withLock({ $0.end(request, missedTurns: 0) }) else { return nil }
    request.isTaken.signal()
    return try result.get()
  }

  /// Gives up the turn, whether granted or requested.
  func cancel() { (try? takeOrWithdraw())?.abandon() }
}
