/// When a transaction takes the write lock, which one connection holds at a time.
public enum TransactionKind: String, Sendable {
  /// At its first write. If another connection has written since its first read, the write fails
  /// immediately with ``DatabaseError/Code/busySnapshot``, whatever the timeout.
  case deferred
  /// When it begins, after waiting for other writers. Readers are not blocked.
  case immediate
}

extension Connection {
  /// Runs the closure in a transaction, which is committed when the closure returns and rolled back
  /// when it throws or the commit fails.
  ///
  /// Inside another transaction it is a savepoint and `kind` is ignored, so a function that needs a
  /// transaction can be called with or without one.
  ///
  /// - Throws: An error of the closure; `.busy` if another connection is writing; an error of the
  ///   commit; or ``DatabaseError/transactionEnded(path:)``.
  @inlinable
  public func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try transaction(kind, failure: { $0 }, body)
  }

  /// The same, for a closure that can throw any error.
  @inlinable
  public func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    try transaction(kind, failure: { $0 }, body)
  }

  public var isInTransaction: Bool { storage.isInTransaction }

  @inlinable
  func transaction<Result, Failure: Error>(
    _ kind: TransactionKind, failure: (DatabaseError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isNested = isInTransaction
    do throws(DatabaseError) { try begin(kind, isNested) } catch { throw failure(error) }
    let result: Result
    do throws(Failure) {
      result = try body()
    } catch {
      rollBack(isNested)
      throw error
    }
    do throws(DatabaseError) { try commit(isNested) } catch { throw failure(error) }
    return result
  }
}

extension Connection {
  /// Throws inside a closure whose transaction has ended, so that no other begins by mistake.
  @usableFromInline
  func begin(_ kind: TransactionKind, _ isNested: Bool) throws(DatabaseError) {
    try run(isNested ? "SAVEPOINT nested" : "BEGIN \(kind.rawValue)")
    storage.depth += 1
  }

  @usableFromInline
  func commit(_ isNested: Bool) throws(DatabaseError) {
    do throws(DatabaseError) { try run(isNested ? "RELEASE nested" : "COMMIT") } catch {
      rollBack(isNested)
      throw error
    }
    storage.depth -= 1
  }

  /// Rolls back, unless SQLite already has, as it does when the disk is full. A failure here is
  /// ignored in favour of the error that caused the rollback.
  @usableFromInline
  func rollBack(_ isNested: Bool) {
    storage.depth -= 1
    guard isInTransaction else { return }
    try? execute(isNested ? "ROLLBACK TO nested; RELEASE nested" : "ROLLBACK")
  }
}
