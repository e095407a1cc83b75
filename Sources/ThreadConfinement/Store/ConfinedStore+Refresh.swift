internal import SQLite

extension ConfinedStore {
  /// Comes to the newest version, and tells the observers what changed.
  ///
  /// - Returns: false when it was at the newest already, or inside a write.
  /// - Throws: ``Failure/observerFailed(_:)``, or what the database says.
  @discardableResult
  public func refresh() throws(Failure) -> Bool {
    check()
    guard openWrite == nil else { return false }
    let advanced = try advance()
    if advanced { try tellStoreObservers(.didChange) }
    try deliverDue()
    return advanced
  }

  /// Lets go of the version that is read, and of all objects and collections: they stay invalid. An
  /// open write is cancelled, and writes that wait are dropped. What is asked for afterwards is of the newest version.
  public func invalidate() {
    check()
    dropAsyncWrites()
    if openWrite != nil { cancelOpenWrite() }
    suspendedWrite?.abandon()
    suspendedWrite = nil
    version = nil
    generation += 1
    epoch += 1
  }

  /// Pins the newest version in place of the present one.
  ///
  /// - Parameter own: the version that this store has just committed.
  /// - Returns: whether it is another one.
  /// - Throws: what the database says.
  @discardableResult
  func advance(own: Int64? = nil) throws(Failure) -> Bool {
    let before = version?.number
    if file.isLogLong {
      version = nil
      file.clearLog(for: doorbell)
    }
    do throws(DatabaseError) {
      let newest = try Version(of: file)
      // Pinned anew even if it is the same, since the one before may keep the log.
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

  /// A turn of the loop, after somebody committed.
  func turn(afterOthers: Bool) {
    check()
    guard openWrite == nil, version != nil || !observations.isEmpty else { return }
    // Where no other version can be had, the store stays at its own, and `refresh` says why.
    let hasAdvanced = refreshesItself ? (try? advance()) ?? false : false
    do throws(Failure) {
      if hasAdvanced {
        try tellStoreObservers(.didChange)
      } else if afterOthers, !refreshesItself {
        try tellStoreObservers(.refreshRequired)
      }
      try deliverDue()
    } catch {
      // Nobody called this, so there is nobody to throw to.
      fatalError("\(error)")
    }
  }
}
