/// When a transaction takes the right to write, which one connection has at a time.
public enum TransactionKind: String, Sendable {
  /// At its first write. If another connection has written since its first read, that write fails at
  /// once with ``DatabaseError/Code/busySnapshot``, however long the timeout is.
  case deferred
  /// At the beginning, where it waits for its turn; readers go on.
  case immediate
  /// At the beginning; without a write-ahead log readers are kept out too.
  case exclusive
}

extension Connection {
  /// All or nothing: what the closure does is stored when it returns, and undone when it throws.
  ///
  /// Inside another transaction it is a savepoint, so that a function that needs a transaction can be
  /// called by one that has begun its own; its kind is then that of the outer one. A commit that
  /// fails is rolled back as well: no transaction stays open.
  ///
  /// - Throws: what the closure throws; or `.busy` when another connection is writing; or what the
  ///   commit says; or ``DatabaseError/transactionEnded(path:)``.
  @inlinable
  public func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try transaction(kind, failure: { $0 }, body)
  }

  /// The same, for closures that throw errors of their own.
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

/// What has to be ended: a transaction, or a savepoint in one.
@usableFromInline
enum TransactionLevel {
  case transaction
  case savepoint
}

extension Connection {
  @usableFromInline
  func begin(_ kind: TransactionKind) throws(DatabaseError) -> TransactionLevel {
    guard isInTransaction else {
      // Throws inside a closure whose transaction has ended, so that no other begins by mistake.
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

  /// Undoes, unless SQLite has done so already, as it does when the disk is full. Its own failure adds
  /// nothing to the error that led here.
  @usableFromInline
  func rollBack(_ level: TransactionLevel) {
    storage.depth -= 1
    guard isInTransaction else { return }
    try? execute(
      level == .transaction ? "ROLLBACK" : "ROLLBACK TO nested; RELEASE nested")
  }
}

extension Connection {
  /// Undoes a transaction that SQL began and did not end.
  func abandonTransaction() { try? execute("ROLLBACK") }
}
