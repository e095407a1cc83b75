public import SQLite

/// Collects the first error of a non-throwing read while ``ConfinedStore/checkingReads(_:)`` runs.
final class ReadCheck {
  var failure: ConfinedStore.Failure?
}

extension ConfinedStore {
  /// Runs the block, and throws if a non-throwing read in it failed.
  ///
  /// Properties, such as a collection's count or an object's name, cannot throw. If the database
  /// cannot be read, for instance because the disk fails or another process has dropped a table,
  /// they have the last known value or an empty one: 0, nil, a new object. In this block the error
  /// is thrown at the end; elsewhere ``Configuration/onReadFailure`` receives it. This applies to
  /// live and frozen objects of all stores that the block reads.
  ///
  /// ```swift
  /// let names = try ConfinedStore.checkingReads { artists.map(\.name) }
  /// ```
  ///
  /// - Returns: The block's result.
  /// - Throws: The error of the block, or the ``Failure`` of the first such read.
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

  /// The number of the version at which the store reads, which is the number of commits before it;
  /// during a write, that of the version before the write. Pins the newest version if there is none.
  ///
  /// - Throws: A database error.
  package var version: Int64 {
    get throws(Failure) {
      check()
      return try currentSnapshot().version
    }
  }

  /// The versions of the file that stores, frozen copies and references of this process pin, in ascending order.
  package var pinnedVersions: [Int64] { file.pinnedVersions }

  /// The pinned snapshot; pins the newest version if there is none.
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

  /// Reads from the open write, or otherwise from the pinned version.
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

  /// Reads on behalf of a property, which cannot throw.
  ///
  /// - Returns: Nil if the read fails; the error is reported.
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
  /// Reports a read error to the enclosing `checkingReads`, or otherwise to ``onReadFailure``.
  func report(_ failure: ConfinedStore.Failure) {
    guard let check = ThreadIdentity.current.readCheck else { return onReadFailure(failure) }
    if check.failure == nil { check.failure = failure }
  }
}
