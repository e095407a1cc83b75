internal import Concurrency
internal import Dispatch
internal import SQLite

/// The turn to write that a store has requested asynchronously: `(requested (granted | failed))*`.
///
/// If the turn is granted while the store's thread waits in `beginWrite`, that call takes it. If
/// the store's loop does not take the turn within 0.1 s, for instance because its thread is
/// blocked, the turn passes to the next waiting store. This store's next request then goes ahead of
/// the waiting ones, and its turn is reserved for twice as long, so that a slow loop can take it.
final class AsyncWrites: Sendable {
  private enum Turn {
    case none
    /// The gate opens when the write has begun or failed to begin.
    case requested(WriterQueue.Ticket, isDecided: Gate)
    case granted(Offer)
    case failed(DatabaseError)
  }

  /// A write that has begun and that the store has not taken yet.
  private struct Offer {
    let write: WriteTransaction
    let isTaken = DispatchSemaphore(value: 0)
  }

  private struct State {
    var turn = Turn.none
    /// The number of turns in a row that were not taken in time.
    var missedTurns = 0
  }

  private let file: StoreFile
  private let state = Locked(State())

  init(file: StoreFile) { self.file = file }

  /// Requests the turn, unless it is already requested or granted. The write then begins on
  /// another thread.
  ///
  /// - Parameters:
  ///   - thread: The file's write thread, which keeps the turn for the store.
  ///   - begun: Called when the write has begun or failed to begin.
  func request(on thread: ThreadPool, begun: @escaping @Sendable () -> Void) {
    let (ticket, isDecided) = (WriterQueue.Ticket(), Gate())
    let missedTurns = state.withLock { state -> Int? in
      guard case .none = state.turn else { return nil }
      state.turn = .requested(ticket, isDecided: isDecided)
      return state.missedTurns
    }
    guard let missedTurns else { return }
    let begin: @Sendable () -> Void = { [self] in
      thread.async {
        let offer = self.begin()
        isDecided.open()
        begun()
        if let offer { self.reserve(offer, missedTurns) }
      }
    }
    if file.writerQueue.request(ticket, isFirst: missedTurns > 0, granted: begin) { begin() }
  }

  /// - Returns: The granted turn; nil if the write could not begin.
  private func begin() -> Offer? {
    do throws(DatabaseError) {
      let offer = Offer(write: try WriteTransaction(of: file))
      state.withLock { $0.turn = .granted(offer) }
      return offer
    } catch {
      file.writerQueue.release()
      state.withLock { $0.turn = .failed(error) }
      return nil
    }
  }

  /// Waits until the store takes the write. Abandons it if the time is up and other stores wait.
  private func reserve(_ offer: Offer, _ missedTurns: Int) {
    let time = WriterQueue.turnTimeout(missedTurns: missedTurns)
    while offer.isTaken.wait(timeout: .now() + time) == .timedOut {
      if file.writerQueue.isAwaited, withdraw(offer) { return offer.write.abandon() }
    }
  }

  /// - Returns: False if the store has taken the write.
  private func withdraw(_ offer: Offer) -> Bool {
    state.withLock { state in
      guard case .granted(let current) = state.turn, current.isTaken === offer.isTaken else {
        return false
      }
      state.turn = .none
      state.missedTurns += 1
      return true
    }
  }

  /// Takes the write if it has begun; withdraws a request that is not yet granted.
  ///
  /// - Returns: The write; nil if none was requested or the request was withdrawn.
  func takeOrWithdraw() throws(DatabaseError) -> WriteTransaction? {
    if case .requested(let ticket, let isDecided) = state.withLock({ $0.turn }) {
      if file.writerQueue.withdraw(ticket) {
        // The turn was not granted, so no other thread changes it.
        state.withLock { $0.turn = .none }
        return nil
      }
      isDecided.wait()
    }
    return try takeIfBegun()
  }

  /// Takes the write; nil if it has not begun.
  func takeIfBegun() throws(DatabaseError) -> WriteTransaction? {
    let taken = state.withLock { state -> Turn in
      if case .requested = state.turn { return .none }
      defer { state.turn = .none }
      if case .granted = state.turn { state.missedTurns = 0 }
      return state.turn
    }
    switch taken {
    case .none, .requested: return nil
    case .granted(let offer):
      offer.isTaken.signal()
      return offer.write
    case .failed(let error): throw error
    }
  }

  /// Gives up the turn, whether granted or requested.
  func cancel() { (try? takeOrWithdraw())?.abandon() }
}
