internal import SQLite

extension ConfinedStore {
  /// A live store is not frozen.
  public var isFrozen: Bool { false }

  /// A copy at the present version; inside a write, at the version before it.
  public func freeze() -> FrozenStore {
    check()
    do throws(Failure) {
      return FrozenStore(configuration: configuration, version: try presentVersion())
    } catch {
      fatalError("store cannot be read: \(error)")
    }
  }

  /// Itself.
  public func thaw() -> ConfinedStore {
    check()
    return self
  }
}

extension LiveObject {
  /// A copy at the store's version; inside a write, as it was before the write.
  ///
  /// - Throws: ``ConfinedStore/Failure/invalidated`` for one that was deleted, or added in the open
  ///   write.
  public func freeze() throws(ConfinedStore.Failure) -> FrozenObject<Object> {
    guard !isInvalidated else { throw .invalidated }
    let frozen = owner.freeze().object(ofType: Object.self, forPrimaryKey: key)
    guard let frozen, frozen.serial == serial else { throw .invalidated }
    return frozen
  }

  /// Itself.
  public func thaw() -> LiveObject {
    owner.check()
    return self
  }
}

extension Results {
  /// A copy at the store's version; inside a write, as it was before the write.
  public func freeze() -> FrozenResults<Object> {
    if isInvalidated { Misuse.collectionInvalidated.stop() }
    return FrozenResults(query: query, store: owner.freeze())
  }

  /// Itself.
  public func thaw() -> Results {
    owner.check()
    return self
  }
}
