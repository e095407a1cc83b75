internal import SQLite

extension ConfinedStore {
  /// Advances to the newest version and notifies observers of the changes.
  ///
  /// - Returns: False if the store is already at the newest version or in a write.
  /// - Throws: ``Failure/observerFailed(_:)``, or a database error.
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
  /// write, and drops queued writes and the completion of a commit in progress. The next read pins
  /// the newest version.
  public func invalidate() {
    check()
    let dropped = state.dropQueuedWrites()
    for write in dropped.writes { write.onDrop?() }
    withExtendedLifetime(dropped) {}
    if state.isInWrite { cancelWrite(because: .invalidated) }
    settleObservations(writeFailed: true)
    snapshot = nil
    generation += 1
    epoch += 1
  }

  /// Advances to the newest version.
  ///
  /// - Parameter own: The version that this store has just committed and may have pinned.
  /// - Returns: Whether observers have to be notified of the version.
  /// - Throws: A database error.
  @discardableResult
  func advance(own: Int64? = nil) throws(Failure) -> Bool {
    let before = snapshot?.version
    let newest: Int64
    do throws(DatabaseError) { newest = try pinNewest(own: own) } catch { throw Failure(error) }
    if newest != before { epoch += 1 }
    if newest == notifiedVersion { return false }
    notifiedVersion = newest
    // A write may begin before the store has processed its own asynchronous commit.
    let isOwn = newest == own || state.committingVersion == newest
    if !isOwn { lastForeignVersion = newest }
    return true
  }

  /// - Returns: The version.
  private func pinNewest(own: Int64?) throws(DatabaseError) -> Int64 {
    var version: Int64
    if let own, snapshot?.version == own {
      version = own
    } else {
      // Pinned again even at the same version, because the former snapshot may prevent the log from
      // being restarted.
      version = try pin()
    }
    if file.shouldClearLog(at: version, afterCommit: own != nil) {
      file.clearLog(at: version, for: changeSignal)
      let newest = try Snapshot(of: file)
      // Another store may have committed meanwhile. The caller of a commit relies on that commit's
      // version, so a later turn of the loop advances to the newer one and copies the log again.
      if newest.version == version || own == nil {
        snapshot = newest
        version = newest.version
      }
    }
    return version
  }

  private func pin() throws(DatabaseError) -> Int64 {
    let pinned = try Snapshot(of: file)
    snapshot = pinned
    return pinned.version
  }

  /// Whether the snapshot has that version, observers have been notified of it, and it does not
  /// prevent the log from being restarted.
  func isAt(_ version: Int64) -> Bool {
    guard let snapshot, snapshot.version == version else { return false }
    return notifiedVersion == version && file.isLogShort(sinceClear: snapshot.logClearCount)
  }

  /// Processes a commit at a turn of the loop. A turn during a write is postponed until the write
  /// ends.
  func turn(afterOthers: Bool) {
    check()
    guard !state.postpones(turnAfterOthers: afterOthers) else { return }
    guard snapshot != nil || !observations.isEmpty else { return }
    // If a newer version cannot be read, the store stays at its version, and `refresh` throws the
    // error.
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

  /// Whether the file has a newer version or cannot be read, in which case `refresh` throws the
  /// error.
  private var isBehind: Bool {
    guard let snapshot, let newest = try? Snapshot(of: file) else { return true }
    return newest.version != snapshot.version
  }
}
