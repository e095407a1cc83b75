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
  /// when it throws.
  ///
  /// Inside another transaction it is a savepoint and `kind` is ignored, so a function that needs a
  /// transaction can be called with or without one. A transaction whose commit fails is rolled back.
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

  /// Whether a transaction is open.
  public var isInTransaction: Bool { storage.isInTransaction }

  @inlinable
  func transaction<Result, Failure: Error>(
    _ kind: TransactionKind, failure: (DatabaseError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let level: TransactionLevel
    do throws(DatabaseError) { level = try begin(kind) } catch { throw failure(error) }
    let result: Result
    do throws(Failure) {
      result = try body()
    } catch {
      rollBack(level)
      throw error
    }
    do throws(DatabaseError) { try commit(level) } catch { throw failure(error) }
    return result
  }
}

/// A transaction, or a savepoint in one.
@usableFromInline
enum TransactionLevel {
  case transaction
  case savepoint
}

extension Connection {
  @usableFromInline
  func begin(_ kind: TransactionKind) throws(DatabaseError) -> TransactionLevel {
    guard isInTransaction else {
      // `run` throws inside a closure whose transaction has ended, so that no other begins by
      // mistake.
      try run("BEGIN \(kind.rawValue)")
      storage.depth += 1
      return .transaction
    }
    try run("SAVEPOINT nested")
    storage.depth += 1
    return .savepoint
  }

  @usableFromInline
  func commit(_ level: TransactionLevel) throws(DatabaseError) {
    do throws(DatabaseError) {
      try run(level == .transaction ? "COMMIT" : "RELEASE nested")
      storage.depth -= 1
    } catch {
      rollBack(level)
      throw error
    }
  }

  /// Rolls back, unless SQLite already has, as it does when the disk is full. A failure here is
  /// ignored in favour of the error that caused the rollback.
  @usableFromInline
  func rollBack(_ level: TransactionLevel) {
    storage.depth -= 1
    guard isInTransaction else { return }
    try? execute(level == .transaction ? "ROLLBACK" : "ROLLBACK TO nested; RELEASE nested")
  }
}
