internal import Concurrency
internal import Dispatch

/// The turns to write that a store requests asynchronously, one at a time. A granted turn that the
/// store's loop does not take within a second, because its thread is blocked, passes on.
final class AsyncWrites: Sendable {
  final class Request: Sendable {
    /// The write, or the error with which it could not begin.
    fileprivate let begun = OneShot<Result<WriteTransaction, ConfinedStore.Failure>>()
    fileprivate let isTaken = DispatchSemaphore(value: 0)
  }

  private let file: StoreFile
  /// The request whose write was not taken yet.
  private let current = Locked<Request?>(nil)

  init(file: StoreFile) { self.file = file }

  /// Requests the turn, unless an earlier request has not been taken. Calls `begun` on the file's
  /// write thread when the write has begun or failed to begin.
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

  private func end(_ request: Request) -> Bool {
    current.withLock { current in
      guard current === request else { return false }
      current = nil
      return true
    }
  }

  /// Takes the current request's write, if any, or withdraws the request if it is not granted.
  func takeOrWithdraw() throws(ConfinedStore.Failure) -> WriteTransaction? {
    guard let request = current.withLock({ $0 }) else { return nil }
    guard file.writerQueue.withdraw(request) else { return try take(request) }
    _ = end(request)
    return nil
  }

  /// Waits until the write of a granted request has begun, and takes it. Returns nil if it was
  /// taken before, or the turn has passed to another store.
  func take(_ request: Request) throws(ConfinedStore.Failure) -> WriteTransaction? {
    let result = request.begun.wait()
    guard end(request) else { return nil }
    request.isTaken.signal()
    return try result.get()
  }

  func cancel() { (try? takeOrWithdraw())?.abandon() }
}
