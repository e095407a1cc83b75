internal import Concurrency
internal import Dispatch
internal import SQLite

/// The turn to write that a store has requested without waiting: `(requested (granted | failed))*`.
///
/// The turn may be granted while the store's thread waits in `beginWrite`, which then takes it. A
/// turn that the store's loop does not take, because its thread is blocked for instance, is given
/// back when other stores wait.
final class AsyncWrites: Sendable {
  private enum Turn {
    case none
    /// The gate opens when the write has begun or failed to.
    case requested(WriterQueue.Ticket, isDecided: Gate)
    case granted(WriteTransaction)
    case failed(DatabaseError)
  }

  private let file: StoreFile
  private let turn = Locked(Turn.none)

  init(file: StoreFile) { self.file = file }

  deinit {
    // The store was released before its loop took the write.
    if case .granted(let write) = turn.withLock({ $0 }) { write.abandon() }
  }

  /// Requests the turn, unless one is requested or granted. The write then begins on another
  /// thread.
  ///
  /// - Parameter begun: called when the write has begun or failed to.
  func request(begun: @escaping @Sendable () -> Void) {
    let (ticket, isDecided) = (WriterQueue.Ticket(), Gate())
    let isFirst = turn.withLock { turn in
      guard case .none = turn else { return false }
      turn = .requested(ticket, isDecided: isDecided)
      return true
    }
    guard isFirst else { return }
    let begin: @Sendable () -> Void = { [self] in
      DispatchQueue.global().async {
        self.begin()
        isDecided.open()
        begun()
      }
    }
    if file.writerQueue.request(ticket, granted: begin) { begin() }
  }

  private func begin() {
    let result: Turn
    do throws(DatabaseError) {
      let write = try WriteTransaction(of: file)
      file.writerQueue.offer { [weak self] in self?.giveBack(write.version) }
      result = .granted(write)
    } catch {
      file.writerQueue.give()
      result = .failed(error)
    }
    turn.withLock { $0 = result }
  }

  /// Gives back the turn for that write, if the store has not taken it.
  private func giveBack(_ version: Int64) {
    let write = turn.withLock { turn -> WriteTransaction? in
      guard case .granted(let write) = turn, write.version == version else { return nil }
      turn = .none
      return write
    }
    write?.abandon()
  }

  /// Takes the write if it has begun; a request that is not granted yet is withdrawn.
  ///
  /// - Returns: nil if none was requested, or it could be withdrawn.
  func takeOrWithdraw() throws(DatabaseError) -> WriteTransaction? {
    if case .requested(let ticket, let isDecided) = turn.withLock({ $0 }) {
      if file.writerQueue.withdraw(ticket) {
        // The turn was not granted, so nothing else changes this.
        turn.withLock { $0 = .none }
        return nil
      }
      isDecided.wait()
    }
    return try takeIfBegun()
  }

  /// Takes the write, if it has begun; nil if it has not.
  func takeIfBegun() throws(DatabaseError) -> WriteTransaction? {
    let taken = turn.withLock { turn -> Turn in
      if case .requested = turn { return .none }
      defer { turn = .none }
      return turn
    }
    switch taken {
    case .none, .requested: return nil
    case .granted(let write): return write
    case .failed(let error): throw error
    }
  }

  /// Gives up the turn, granted or not.
  func cancel() { (try? takeOrWithdraw())?.abandon() }
}
