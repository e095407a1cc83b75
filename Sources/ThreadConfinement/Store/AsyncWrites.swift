internal import Concurrency
internal import Dispatch

/// The turns to write that a store requests asynchronously, one at a time.
///
/// If the turn is granted while the store's thread waits in `beginWrite`, that call takes it. If
/// the store's loop does not take the turn within a second, for instance because its thread is
/// blocked, the turn passes to the next waiting store.
final class AsyncWrites: Sendable {
  /// A request of the turn. The write begins on the file's write thread.
  final class Request: Sendable {
    /// The write, or the error with which it could not begin.
    fileprivate let begun = OneShot<Result<WriteTransaction, ConfinedStore.Failure>>()
    fileprivate let isTaken = DispatchSemaphore(value: 0)
  }

  private let file: StoreFile
  /// The request whose write the store has not taken.
  private let current = Locked<Request?>(nil)

  init(file: StoreFile) { self.file = file }

  /// Requests the turn, unless the write of an earlier request was not taken yet. Calls `begun` on
  /// the file's write thread when the write has begun or failed to begin.
  func request(begun: @escaping @Sendable (Request) -> Void) {
    let request = Request()
    let isCurrent = current.withLock { current in
      current = current ?? request
      return current === request
    }
    guard isCurrent else { return }
    let begin: @Sendable () -> Void = { [self] in
      file.writeThread.async {
        let result = Result { () throws(ConfinedStore.Failure) in
          try WriteTransaction(inTurnOf: self.file)
        }
        request.begun.fulfill(result)
        begun(request)
        if case .success(let write) = result { self.reserve(write, for: request) }
      }
    }
    if file.writerQueue.request(request, granted: begin) { begin() }
  }

  /// Waits until the store takes the write. Abandons it if the time is up and other stores wait.
  private func reserve(_ write: WriteTransaction, for request: Request) {
    while request.isTaken.wait(timeout: .now() + 1) == .timedOut {
      if file.writerQueue.isAwaited, end(request) { return write.abandon() }
    }
  }

  /// - Returns: Whether the request was the current one.
  private func end(_ request: Request) -> Bool {
    current.withLock { current in
      guard current === request else { return false }
      current = nil
      return true
    }
  }

  /// Takes the write of the current request, or withdraws the request if it is not granted.
  ///
  /// - Returns: The write; nil if none was requested or the request was withdrawn.
  func takeOrWithdraw() throws(ConfinedStore.Failure) -> WriteTransaction? {
    guard let request = current.withLock({ $0 }) else { return nil }
    guard file.writerQueue.withdraw(request) else { return try take(request) }
    _ = end(request)
    return nil
  }

  /// Takes the write of a granted request; waits until it has begun.
  ///
  /// - Returns: The write; nil if it was taken before, or the turn has passed to another store.
  func take(_ request: Request) throws(ConfinedStore.Failure) -> WriteTransaction? {
    let result = request.begun.wait()
    guard end(request) else { return nil }
    request.isTaken.signal()
    return try result.get()
  }

  /// Gives up the turn, whether granted or requested.
  func cancel() { (try? takeOrWithdraw())?.abandon() }
}
