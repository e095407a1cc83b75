internal import SQLite

extension ConfinedStore {
  /// A live store is not frozen.
  public var isFrozen: Bool { false }

  /// A copy at the current version; inside a write, at the version before it.
  ///
  /// - Throws: what the database says.
  public func freeze() throws(Failure) -> FrozenStore {
    check()
    return FrozenStore(configuration: configuration, version: try currentSnapshot())
  }

  /// Returns itself.
  public func thaw() -> ConfinedStore {
    check()
    return self
  }
}

extension LiveObject {
  /// A copy at the store's version; inside a write, as it was before the write.
  ///
  /// - Throws: ``ConfinedStore/Failure/invalidated`` for one that was deleted, or added in the open
  ///   write; or what the database says.
  public func freeze() throws(ConfinedStore.Failure) -> FrozenObject<Object> {
    guard !isInvalidated else { throw .invalidated }
    let store = try owner.freeze()
    let row: StoredRow<Object>?
    do throws(DatabaseError) {
      row = try store.version.connection.use { (db) throws(DatabaseError) in
        try table.row(key, on: db)
      }
    } catch {
      throw ConfinedStore.Failure(error)
    }
    guard let row, row.serial == serial else { throw .invalidated }
    return FrozenObject(value: row.object, serial: serial, frozenStore: store)
  }

  /// Returns itself.
  public func thaw() -> LiveObject {
    owner.check()
    return self
  }
}

extension Results {
  /// A copy at the store's version; inside a write, as it was before the write.
  ///
  /// - Throws: what the database says.
  public func freeze() throws(ConfinedStore.Failure) -> FrozenResults<Object> {
    if isInvalidated { Misuse.collectionInvalidated.stop() }
    return FrozenResults(query: query, store: try owner.freeze())
  }

  /// Returns itself.
  public func thaw() -> Results {
    owner.check()
    return self
  }
}
