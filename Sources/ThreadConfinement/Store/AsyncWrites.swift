internal import Foundation
internal import SQLite

/// The turn to write that a store has asked for without waiting.
///
/// The turn may come while the store's thread waits for it in `beginWrite`; then that takes it.
final class AsyncWrites: @unchecked Sendable {
  // Unchecked because `turn` is reached while `condition` is locked only.
  private enum Turn {
    case none
    case asked(WriterTurn.Ticket)
    case granted(OpenWrite)
    case failed(DatabaseError)
  }

  private let file: StoreFile
  private let condition = NSCondition()
  private var turn = Turn.none

  init(file: StoreFile) { self.file = file }

  deinit {
    // The loop ended before it came to the write.
    if case .granted(let write) = turn { write.abandon() }
  }

  /// Asks for the turn, unless that was done. It is then begun on another thread.
  ///
  /// - Parameter begun: called when the write has begun or failed to.
  func ask(begun: @escaping @Sendable () -> Void) {
    let ticket = WriterTurn.Ticket()
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
    if file.turn.request(ticket, granted: begin) { begin() }
  }

  private func begin() {
    let result: Turn
    do throws(DatabaseError) {
      result = .granted(try OpenWrite(of: file))
    } catch {
      file.turn.give()
      result = .failed(error)
    }
    condition.lock()
    turn = result
    condition.broadcast()
    condition.unlock()
  }

  /// The write that has begun. If one was asked for and has not begun, it is withdrawn or waited for.
  ///
  /// - Returns: nil if none was asked for, or it could be withdrawn.
  func takeGranted() throws(DatabaseError) -> OpenWrite? {
    condition.lock()
    if case .asked(let ticket) = turn {
      if file.turn.withdraw(ticket) { turn = .none }
      while case .asked = turn { condition.wait() }
    }
    defer { condition.unlock() }
    return try takeLocked()
  }

  /// The write, if it has begun; nil if it has not.
  func takeIfBegun() throws(DatabaseError) -> OpenWrite? {
    condition.lock()
    defer { condition.unlock() }
    return try takeLocked()
  }

  private func takeLocked() throws(DatabaseError) -> OpenWrite? {
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
