internal import SQLite

// How work gets to a thread, and its outcome back.
extension UserDatabase {
  func read<Value: Sendable>(
    _ step: Step,
    _ body: @escaping @Sendable (borrowing Connection) throws(DatabaseError) -> Value
  ) throws(DataAccessError) -> Value {
    if readers.isPresent { return try outcome(step, body).get() }
    guard let outcome = readers.sync({ [self] in outcome(step, body) }) else {
      throw DataAccessError(.closed)
    }
    return try outcome.get()
  }

  func read<Value: Sendable>(
    _ step: Step, completingOn place: CompletionPlace, _ completion: @escaping Completion<Value>,
    _ body: @escaping @Sendable (borrowing Connection) throws(DatabaseError) -> Value
  ) {
    let isAccepted = readers.async { [self] in
      let outcome = outcome(step, body)
      place.run { completion(outcome) }
    }
    if !isAccepted { place.run { completion(.failure(DataAccessError(.closed))) } }
  }

  func write(_ write: UserWrite) throws(DataAccessError) {
    try checkThread()
    guard let outcome = writer.sync({ [self] in outcome(write) }) else {
      throw DataAccessError(.closed)
    }
    try outcome.get()
  }

  func write(
    _ write: UserWrite, completingOn place: CompletionPlace,
    _ completion: @escaping Completion<Void>
  ) {
    let isAccepted = writer.async { [self] in
      let outcome = outcome(write)
      place.run { completion(outcome) }
    }
    if !isAccepted { place.run { completion(.failure(DataAccessError(.closed))) } }
  }

  /// A synchronous write from one of the own threads could wait for itself.
  func checkThread() throws(DataAccessError) {
    if writer.isPresent { throw DataAccessError(.onWriteThread) }
    if readers.isPresent { throw DataAccessError(.onReadThread) }
  }
}
