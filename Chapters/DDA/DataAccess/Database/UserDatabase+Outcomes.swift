internal import SQLite

// What is done on the threads themselves.
extension UserDatabase {
  /// Reads; on one of `dal.read`, which opens its connection when it first needs it.
  func outcome<Value>(
    _ step: Step, _ body: (borrowing Connection) throws(DatabaseError) -> Value
  ) -> Result<Value, DataAccessError> {
    configuration.log?(step)
    do throws(DatabaseError) {
      return .success(try body(try readerConnection().connection))
    } catch {
      return .failure(DataAccessError(error))
    }
  }

  private func readerConnection() throws(DatabaseError) -> OwnConnection {
    guard let seat = Seat.present else { fatalError("read on a thread without a seat") }
    if let opened = seat.connection { return opened }
    let configuration = configuration.connection.with(\.access, .readOnly)
    let opened = OwnConnection(try Connection(at: file, configuration))
    seat.connection = opened
    return opened
  }

  /// Writes in a transaction, on `dal.write`, and tells observers once it is committed.
  func outcome(_ write: UserWrite) -> Result<Void, DataAccessError> {
    configuration.log?(write.step)
    let rows = TransactionRows(writerConnection)
    defer { rows.end() }
    do {
      try writerConnection.connection.transaction { try write.write(to: rows) }
    } catch let error as DataAccessError {
      return .failure(error)
    } catch let error as DatabaseError {
      return .failure(DataAccessError(error))
    } catch {
      return .failure(DataAccessError(.other, details: "\(error)"))
    }
    observers.tell(DataEvent.told(of: rows.events))
    return .success(())
  }

  var writerConnection: OwnConnection {
    guard let connection = Seat.present?.connection else {
      fatalError("the writer has no connection")
    }
    return connection
  }

  /// Runs SQL on the writer's connection, in no transaction: `PRAGMA query_only = ON`, so that it refuses
  /// writes for a while.
  package func runOnWriter(_ script: String) throws(DataAccessError) {
    try checkThread()
    let outcome = writer.sync { [self] () -> Result<Void, DataAccessError> in
      do throws(DatabaseError) {
        return .success(try writerConnection.connection.execute(script))
      } catch {
        return .failure(DataAccessError(error))
      }
    }
    guard let outcome else { throw DataAccessError(.closed) }
    try outcome.get()
  }
}
