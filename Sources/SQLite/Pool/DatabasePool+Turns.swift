internal import Foundation

// How a closure gets its turn, and what is done when it has had it.
extension DatabasePool {
  func read<Result, Failure: Error>(
    failure: (DatabaseError) -> Failure,
    _ body: (borrowing Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let reader: PooledConnection
    do throws(DatabaseError) { reader = try takeReader() } catch { throw failure(error) }
    defer { change { $0.giveBack(reader) } }
    return try reader.connection.transaction(.deferred, failure: failure) { () throws(Failure) in
      try body(reader.connection)
    }
  }

  func withWriter<Result, Failure: Error>(
    failure: (DatabaseError) -> Failure,
    _ body: (borrowing Connection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let writer = wait { $0.takeWriter() }
    defer { change { $0.giveBackWriter() } }
    let outcome: Swift.Result<Result, Failure>
    do throws(Failure) { outcome = .success(try body(writer.connection)) } catch {
      outcome = .failure(error)
    }
    guard writer.connection.isInTransaction else { return try outcome.get() }
    writer.connection.abandonTransaction()
    _ = try outcome.get()
    throw failure(.transactionLeftOpen(path: writer.connection.path))
  }

  /// Takes an idle reader, or opens one, outside the lock.
  private func takeReader() throws(DatabaseError) -> PooledConnection {
    switch wait(for: { $0.takeReader() }) {
    case .idle(let reader): return reader
    case .toBeOpened:
      do throws(DatabaseError) {
        return PooledConnection(try Connection(at: file, readerConfiguration))
      } catch {
        change { $0.giveBack(nil) }
        throw error
      }
    }
  }

  /// Waits until the state has something to give.
  private func wait<Given>(for take: (inout PoolState) -> Given?) -> Given {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let given = take(&state) { return given }
      condition.wait()
    }
  }

  private func change(_ change: (inout PoolState) -> Void) {
    condition.lock()
    defer { condition.unlock() }
    change(&state)
    condition.broadcast()
  }
}
