public import SQLite

/// The first failure of a read that could not throw, while ``ConfinedStore/checkingReads(_:)``
/// runs.
final class ReadCheck {
  var failure: ConfinedStore.Failure?
}

extension ConfinedStore {
  /// Runs the block, and throws if the database refused a read in it that cannot throw itself.
  ///
  /// Properties, such as a collection's count or an object's name, cannot throw. If the database
  /// cannot be read, because the disk fails or another process has dropped a table for instance,
  /// they are what was read last, or empty: 0, nil, a new object. Inside this block the reason is
  /// thrown at the end; elsewhere ``Configuration/onReadFailure`` receives it. This holds for live
  /// and frozen objects of all stores that the block reads.
  ///
  /// ```swift
  /// let names = try ConfinedStore.checkingReads { artists.map(\.name) }
  /// ```
  ///
  /// - Returns: the block's result.
  /// - Throws: what the block throws, or the ``Failure`` of the first such read.
  public static func checkingReads<Result>(_ body: () throws -> Result) throws -> Result {
    let identity = ThreadIdentity.current
    let outer = identity.readCheck
    let check = ReadCheck()
    identity.readCheck = check
    defer { identity.readCheck = outer }
    let result = try body()
    if let failure = check.failure { throw failure }
    return result
  }

  /// The pinned version; pins the newest if none is.
  func currentSnapshot() throws(Failure) -> Snapshot {
    if let snapshot { return snapshot }
    do throws(DatabaseError) {
      let newest = try Snapshot(of: file)
      snapshot = newest
      epoch += 1
      return newest
    } catch {
      throw Failure(error)
    }
  }

  /// Reads from the open write, or else from the pinned version.
  func read<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(Failure) -> Result {
    let connection: LockedConnection
    if let transaction {
      connection = transaction.connection
    } else {
      connection = try currentSnapshot().connection
    }
    do throws(DatabaseError) { return try connection.use(body) } catch { throw Failure(error) }
  }

  /// Reads for a property, which cannot throw.
  ///
  /// - Returns: nil if the database refuses the read; the reason is reported.
  @usableFromInline
  func readOrReport<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) -> Result? {
    do throws(Failure) { return try read(body) } catch {
      configuration.report(error)
      return nil
    }
  }
}

extension ConfinedStore.Configuration {
  /// Reports the failure of a read to the enclosing `checkingReads`, or else to ``onReadFailure``.
  func report(_ failure: ConfinedStore.Failure) {
    guard let check = ThreadIdentity.current.readCheck else { return onReadFailure(failure) }
    if check.failure == nil { check.failure = failure }
  }
}
