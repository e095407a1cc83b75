internal import Foundation
internal import SQLite

/// The turn to write that a store has asked for without waiting: `(asked (granted | failed))*`.
///
/// The turn may come while the store's thread waits for it in `beginWrite`; then that takes it. A turn that the
/// store's loop does not come to, because its thread is blocked for instance, is given back when others wait.
final class AsyncWrites: @unchecked Sendable {
  // Unchecked because `turn` is accessed only while `condition` is locked.
  private enum Turn {
    case none
    case asked(WriterQueue.Ticket)
    case granted(WriteTransaction)
    case failed(DatabaseError)
  }

  private let file: StoreFile
  private let condition = NSCondition()
  private var turn = Turn.none

  init(file: StoreFile) { self.file = file }

  deinit {
    // The store was released before its loop came to the write.
    if case .granted(let write) = turn { write.abandon() }
  }

  /// Asks for the turn, unless that was done. The write is then begun on another thread.
  ///
  /// - Parameter begun: called when the write has begun or failed to.
  func ask(begun: @escaping @Sendable () -> Void) {
    let ticket = WriterQueue.Ticket()
    condition.lock()
    guard case .none = turn else { return condition.unlock() }
    turn = .asked(ticket)
    condition.unlock()
    let begin: @Sendable () -> Void = { [self] in
      DispatchQueue.global().async {
        self.begin()
        begun()
      }
    }
    if file.writerQueue.request(ticket, granted: begin) { begin() }
  }

  private func begin() {
    let result: Turn
    do throws(DatabaseError) {
      let write = try WriteTransaction(of: file)
      file.writerQueue.offer { [weak self] in self?.giveBack(write.number) }
      result = .granted(write)
    } catch {
      file.writerQueue.give()
      result = .failed(error)
    }
    condition.lock()
    turn = result
    condition.broadcast()
    condition.unlock()
  }

  /// Gives back the turn for that write, if the store has not come to it.
  private func giveBack(_ number: Int64) {
    condition.lock()
    guard case .granted(let write) = turn, write.number == number else {
      return condition.unlock()
    }
    turn = .none
    condition.unlock()
    write.abandon()
  }

  /// The write that has begun. If one was asked for and has not begun, it is withdrawn or waited for.
  ///
  /// - Returns: nil if none was asked for, or it could be withdrawn.
  func takeGranted() throws(DatabaseError) -> WriteTransaction? {
    if let ticket = askedTicket, file.writerQueue.withdraw(ticket) {
      // The turn was not granted, so nothing else changes this.
      condition.lock()
      turn = .none
      condition.unlock()
      return nil
    }
    condition.lock()
    while case .asked = turn { condition.wait() }
    defer { condition.unlock() }
    return try takeLocked()
  }

  private var askedTicket: WriterQueue.Ticket? {
    condition.lock()
    defer { condition.unlock() }
    if case .asked(let ticket) = turn { return ticket }
    return nil
  }

  /// The write, if it has begun; nil if it has not.
  func takeIfBegun() throws(DatabaseError) -> WriteTransaction? {
    condition.lock()
    defer { condition.unlock() }
    return try takeLocked()
  }

  /// Gives up the turn, granted or not.
  func cancel() { (try? takeGranted())?.abandon() }

  private func takeLocked() throws(DatabaseError) -> WriteTransaction? {
    switch turn {
    case .none, .asked: return nil
    case .granted(let write):
      turn = .none
      return write
    case .failed(let error):
      turn = .none
      throw error
    }
  }
}
