public import SQLite

/// The first error of a non-throwing read in ``ConfinedStore/checkingReads(_:)``.
final class ReadCheck {
  var failure: ConfinedStore.Failure?
}

extension ConfinedStore {
  /// Runs the block, and throws if a non-throwing read in it failed, of any store or frozen copy.
  ///
  /// Properties, such as a collection's count or an object's name, cannot throw. If the database
  /// cannot be read, for instance because the disk fails, they have the last known value or an
  /// empty one: 0, nil, a new object. In this block the error is thrown at the end; elsewhere
  /// ``Configuration/onReadFailure`` receives it.
  ///
  /// ```swift
  /// let names = try ConfinedStore.checkingReads { artists.map(\.name) }
  /// ```
  ///
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

  /// The number of commits before the pinned version, also in a write; pins the newest if none is.
  package var version: Int64 {
    get throws(Failure) {
      check()
      return try currentSnapshot().version
    }
  }

  package var pinnedVersions: [Int64] { file.pinnedVersions }

  func currentSnapshot() throws(Failure) -> Snapshot {
    if let snapshot = reading.snapshot { return snapshot }
    let newest = try Snapshot(of: file)
    reading.pin(newest)
    return newest
  }

  func read<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(Failure) -> Result {
    if let transaction { return try transaction.connection.use(body) }
    return try currentSnapshot().connection.use(body)
  }

  /// Reads for a property, which cannot throw: an error is reported, and nil returned.
  @usableFromInline
  func readOrReport<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) -> Result? {
    configuration.reporting { () throws(Failure) in try read(body) }
  }
}

extension ConfinedStore.Configuration {
  /// Returns nil after an error, which the enclosing `checkingReads` receives, or
  /// ``onReadFailure``.
  func reporting<Result>(_ read: () throws(ConfinedStore.Failure) -> Result) -> Result? {
    do throws(ConfinedStore.Failure) { return try read() } catch {
      if let check = ThreadIdentity.current.readCheck {
        check.failure = check.failure ?? error
      } else {
        onReadFailure(error)
      }
      return nil
    }
  }
}

extension ConfinedStore {
  /// Advances to the newest version and notifies observers, whose errors it throws as
  /// ``Failure/observerFailed(_:)``. Returns false at the newest version and in a write.
  @discardableResult
  public func refresh() throws(Failure) -> Bool {
    check()
    guard !state.isInWrite else { return false }
    let advanced = try advance()
    if advanced { try notifyStoreObservers(.didChange) }
    try deliverDue()
    return advanced
  }

  /// Releases the snapshot and permanently invalidates all objects and collections. Cancels an open
  /// write and the queued writes. The next read pins the newest version.
  public func invalidate() {
    check()
    let dropped = state.dropQueuedWrites()
    if state.isInWrite { cancelWrite(because: .invalidated) }
    reading.invalidate()
    for write in dropped { write.onComplete?(.invalidated) }
  }

  /// Advances to the newest version. `own` is the one that this store has just committed and may
  /// have pinned. Returns whether observers have to be notified of the version.
  @discardableResult
  func advance(own: Int64? = nil) throws(Failure) -> Bool {
    let newest = try pinNewest(own: own)
    return reading.recordNotification(of: newest)
  }

  private func pinNewest(own: Int64?) throws(Failure) -> Int64 {
    // Pinned again even at the same version: the former snapshot may prevent the log's restart.
    if own == nil || reading.snapshot?.version != own { reading.pin(try Snapshot(of: file)) }
    let version = try currentSnapshot().version
    guard file.shouldClearLog(at: version, afterCommit: own != nil) else { return version }
    file.clearLog(at: version, for: changeSignal)
    let newest = try Snapshot(of: file)
    // Another store may have committed meanwhile. The caller of a commit relies on that commit's
    // version, so a later turn of the loop advances to the newer one and copies the log again.
    guard newest.version == version || own == nil else { return version }
    reading.pin(newest)
    return newest.version
  }

  /// Whether the store reads and has reported that version, and its snapshot lets the log restart.
  func isAt(_ version: Int64) -> Bool {
    guard let snapshot = reading.snapshot, snapshot.version == version else { return false }
    return reading.notifiedVersion == version && file.isLogShort(sinceClear: snapshot.logClearCount)
  }

  func turn(afterOthers: Bool) {
    check()
    guard !state.postpones(turnAfterOthers: afterOthers) else { return }
    guard reading.snapshot != nil || !observations.isEmpty else { return }
    // If a newer version cannot be read, `refresh` throws the error.
    let hasAdvanced = refreshesItself ? (try? advance()) ?? false : false
    do throws(Failure) {
      if hasAdvanced {
        try notifyStoreObservers(.didChange)
      } else if afterOthers, !refreshesItself, isBehind {
        try notifyStoreObservers(.refreshRequired)
      }
      try deliverDue()
    } catch {
      // Called by the loop, so no caller can catch the error.
      fatalError("\(error)")
    }
  }

  /// Whether the file has a newer version, or cannot be read; then `refresh` throws the error.
  private var isBehind: Bool {
    guard let snapshot = reading.snapshot, let newest = try? Snapshot(of: file) else { return true }
    return newest.version != snapshot.version
  }
}
