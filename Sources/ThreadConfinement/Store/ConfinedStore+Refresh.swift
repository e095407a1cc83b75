internal import SQLite

extension ConfinedStore {
  /// Comes to the newest version, and notifies the observers of what changed.
  ///
  /// - Returns: false when it was at the newest already, or inside a write.
  /// - Throws: ``Failure/observerFailed(_:)``, or what the database says.
  @discardableResult
  public func refresh() throws(Failure) -> Bool {
    check()
    guard transaction == nil, suspendedTransaction == nil else { return false }
    let advanced = try advance()
    if advanced { try notifyStoreObservers(.didChange) }
    try deliverDue()
    return advanced
  }

  /// Lets go of the version that is read, and of all objects and collections: they stay invalid. An
  /// open write is cancelled, and writes that wait are dropped, as are the completions of commits that are under way.
  /// What is read afterwards is of the newest version.
  public func invalidate() {
    check()
    dropAsyncWrites()
    if transaction != nil { cancelOpenWrite() }
    suspendedTransaction?.abandon()
    suspendedTransaction = nil
    version = nil
    generation += 1
    epoch += 1
  }

  /// Pins the newest version instead of the current one.
  ///
  /// - Parameter own: the version that this store has just committed.
  /// - Returns: whether it is another one.
  /// - Throws: what the database says.
  @discardableResult
  func advance(own: Int64? = nil) throws(Failure) -> Bool {
    let before = version?.number
    if file.isLogLong {
      version = nil
      file.clearLog(for: changeSignal)
    }
    do throws(DatabaseError) {
      let newest = try Snapshot(of: file)
      // Pinned again even if it is the same, since the one before may keep the log.
      version = newest
      if newest.number == before { return false }
      epoch += 1
      // A write may begin before the store hears of its own asynchronous commit.
      let isOwn = newest.number == own || commits.contains { $0.number == newest.number }
      if !isOwn { lastForeignVersion = newest.number }
      return before != nil
    } catch {
      throw Failure(error)
    }
  }

  /// A turn of the loop, after a commit; one that comes while a write is open is made up for when that ends.
  func turn(afterOthers: Bool) {
    check()
    guard transaction == nil, suspendedTransaction == nil else {
      postponedTurn = PostponedTurn(afterOthers: afterOthers || postponedTurn?.afterOthers == true)
      return
    }
    guard version != nil || !observations.isEmpty else { return }
    // Where no other version can be had, the store stays at its own, and `refresh` says why.
    let hasAdvanced = refreshesItself ? (try? advance()) ?? false : false
    do throws(Failure) {
      if hasAdvanced {
        try notifyStoreObservers(.didChange)
      } else if afterOthers, !refreshesItself, isBehind {
        try notifyStoreObservers(.refreshRequired)
      }
      try deliverDue()
    } catch {
      // The loop called this, so no caller could catch the error.
      fatalError("\(error)")
    }
  }

  /// Whether the file has a newer version; also if that cannot be read, which `refresh` then says.
  private var isBehind: Bool {
    guard let version, let newest = try? Snapshot(of: file) else { return true }
    return newest.number != version.number
  }

  /// What follows every end of a write: the turn of the loop that came meanwhile, and the next write that waits.
  func didEndWrite() {
    if let turn = postponedTurn { changeSignal.signal(byOther: turn.afterOthers) }
    postponedTurn = nil
    askForAsyncTurn()
  }
}

/// A turn of the loop that came while a write was open.
struct PostponedTurn {
  let afterOthers: Bool
}
