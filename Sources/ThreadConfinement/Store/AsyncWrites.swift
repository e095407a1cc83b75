internal import Concurrency
internal import Dispatch
internal import SQLite

/// The turn to write that a store has requested asynchronously: `(requested (granted | failed))*`.
///
/// If the turn is granted while the store's thread waits in `beginWrite`, that call takes it. A
/// turn that the store's loop does not take, for instance because its thread is blocked, is
/// returned when other stores wait.
final class AsyncWrites: Sendable {
  private enum Turn {
    case none
    /// The gate opens when the write has begun or failed to begin.
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

  /// Requests the turn, unless it is already requested or granted. The write then begins on another
  /// thread.
  ///
  /// - Parameter begun: called when the write has begun or failed to begin.
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
      file.writerQueue.offer { [weak self] in self?.abandonUntaken(write.version) }
      result = .granted(write)
    } catch {
      file.writerQueue.release()
      result = .failed(error)
    }
    turn.withLock { $0 = result }
  }

  /// Abandons the write of that version, if the store has not taken it.
  private func abandonUntaken(_ version: Int64) {
    let write = turn.withLock { turn -> WriteTransaction? in
      guard case .granted(let write) = turn, write.version == version else { return nil }
      turn = .none
      return write
    }
    write?.abandon()
  }

  /// Takes the write if it has begun; withdraws a request that is not yet granted.
  ///
  /// - Returns: the write; nil if none was requested or the request was withdrawn.
  func takeOrWithdraw() throws(DatabaseError) -> WriteTransaction? {
    if case .requested(let ticket, let isDecided) = turn.withLock({ $0 }) {
      if file.writerQueue.withdraw(ticket) {
        // The turn was not granted, so no other thread changes it.
        turn.withLock { $0 = .none }
        return nil
      }
      isDecided.wait()
    }
    return try takeIfBegun()
  }

  /// Takes the write; nil if it has not begun.
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

  /// Gives up the turn, whether granted or requested.
  func cancel() { (try? takeOrWithdraw())?.abandon() }
}
