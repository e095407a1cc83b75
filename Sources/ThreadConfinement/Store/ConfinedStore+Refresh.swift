internal import SQLite

extension ConfinedStore {
  /// Advances to the newest version, and notifies observers of what changed.
  ///
  /// - Returns: false when it was at the newest already, or inside a write.
  /// - Throws: ``Failure/observerFailed(_:)``, or the database's error.
  @discardableResult
  public func refresh() throws(Failure) -> Bool {
    check()
    guard transaction == nil, suspendedTransaction == nil else { return false }
    let advanced = try advance()
    if advanced { try notifyStoreObservers(.didChange) }
    try deliverDue()
    return advanced
  }

  /// Releases the snapshot and invalidates all objects and collections, for good. An open write is
  /// cancelled, and queued writes are dropped, as are the completions of commits in progress. The
  /// next read pins the newest version.
  public func invalidate() {
    check()
    dropAsyncWrites()
    if transaction != nil { cancelOpenWrite() }
    suspendedTransaction?.abandon()
    suspendedTransaction = nil
    settleObservations(writeFailed: true)
    snapshot = nil
    generation += 1
    epoch += 1
  }

  /// Advances to the newest version.
  ///
  /// - Parameter own: the version that this store has just committed, and may have pinned.
  /// - Returns: whether the version has changed.
  /// - Throws: the database's error.
  @discardableResult
  func advance(own: Int64? = nil) throws(Failure) -> Bool {
    let before = snapshot?.version
    let newest: Int64
    do throws(DatabaseError) { newest = try pinNewest(own: own) } catch { throw Failure(error) }
    if newest != before { epoch += 1 }
    if newest == notifiedVersion { return false }
    notifiedVersion = newest
    // A write may begin before the store has processed its own asynchronous commit.
    let isOwn = newest == own || commits.contains { $0.version == newest }
    if !isOwn { lastForeignVersion = newest }
    return true
  }

  /// - Returns: the version.
  private func pinNewest(own: Int64?) throws(DatabaseError) -> Int64 {
    var version: Int64
    if let own, snapshot?.version == own {
      version = own
    } else {
      // Also if it is the same version, since the snapshot before may keep the log.
      version = try pin()
    }
    if file.shouldClearLog(at: version, afterCommit: own != nil) {
      snapshot = nil
      file.clearLog(at: version, for: changeSignal)
      version = try pin()
    }
    return version
  }

  private func pin() throws(DatabaseError) -> Int64 {
    let pinned = try Snapshot(of: file)
    snapshot = pinned
    return pinned.version
  }

  /// Whether the snapshot is of that version, observers have been notified of it, and it does not
  /// keep the log from being restarted.
  func isAt(_ version: Int64) -> Bool {
    guard let snapshot, snapshot.version == version else { return false }
    return notifiedVersion == version && file.isLogShort(sinceClear: snapshot.logClearCount)
  }

  /// A turn of the loop after a commit; one that comes while a write is open is postponed until the
  /// write ends.
  func turn(afterOthers: Bool) {
    check()
    guard transaction == nil, suspendedTransaction == nil else {
      postponedTurn = PostponedTurn(afterOthers: afterOthers || postponedTurn?.afterOthers == true)
      return
    }
    guard snapshot != nil || !observations.isEmpty else { return }
    // If no newer version can be read, the store stays at its own, and `refresh` throws the reason.
    let hasAdvanced = refreshesItself ? (try? advance()) ?? false : false
    do throws(Failure) {
      if hasAdvanced {
        try notifyStoreObservers(.didChange)
      } else if afterOthers, !refreshesItself, isBehind {
        try notifyStoreObservers(.refreshRequired)
      }
      try deliverDue()
    } catch {
      // The loop calls this, so no caller could catch the error.
      fatalError("\(error)")
    }
  }

  /// Whether the file has a newer version, or cannot be read, in which case `refresh` throws the
  /// reason.
  private var isBehind: Bool {
    guard let snapshot, let newest = try? Snapshot(of: file) else { return true }
    return newest.version != snapshot.version
  }

  /// Follows every end of a write: resumes a postponed turn of the loop, and requests the next
  /// queued write.
  func didEndWrite() {
    if let turn = postponedTurn { changeSignal.signal(byOther: turn.afterOthers) }
    postponedTurn = nil
    requestAsyncTurn()
  }
}

/// A turn of the loop that came while a write was open.
struct PostponedTurn {
  let afterOthers: Bool
}
