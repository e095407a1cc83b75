public import SQLite

/// The first failure of a read that could not throw, while ``ConfinedStore/checkingReads(_:)`` runs.
final class ReadCheck {
  var failure: ConfinedStore.Failure?
}

extension ConfinedStore {
  /// Runs the block, and throws if the database refused a read in it that cannot throw itself.
  ///
  /// Properties, such as a collection's count or an object's name, cannot throw. If the database cannot be read, because
  /// the disk fails or another process has dropped a table for instance, they are what was read last, or empty: 0, nil,
  /// a new object. Inside this block the reason is thrown at the end; elsewhere ``Configuration/onReadFailure`` receives
  /// it. This holds for live and frozen objects of all stores that the block reads.
  ///
  /// ```swift
  /// let names = try ConfinedStore.checkingReads { artists.map(\.name) }
  /// ```
  ///
  /// - Returns: what the block returns.
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

  /// The version that is pinned, pinning the newest if none is.
  func currentSnapshot() throws(Failure) -> Snapshot {
    if let version { return version }
    do throws(DatabaseError) {
      let newest = try Snapshot(of: file)
      version = newest
      epoch += 1
      return newest
    } catch {
      throw Failure(error)
    }
  }

  /// Reads what this store sees: the open write, or else its version.
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

  /// The same for properties, which cannot throw: nil if the database refuses, after the reason was reported.
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
  /// Passes the failure of a read on: to the block that checks reads, or else to ``onReadFailure``.
  func report(_ failure: ConfinedStore.Failure) {
    guard let check = ThreadIdentity.current.readCheck else { return onReadFailure(failure) }
    if check.failure == nil { check.failure = failure }
  }
}
