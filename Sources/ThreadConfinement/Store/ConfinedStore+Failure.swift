public import SQLite

extension ConfinedStore {
  /// Why the store did not do what it was asked for.
  public enum Failure: Error {
    /// Adding, deleting, setting, committing or cancelling needs a transaction.
    case notInWriteTransaction
    /// A transaction is open; there is one at a time.
    case alreadyInWriteTransaction
    /// Another write of the file is open, and on an actor a write that blocks does not wait for it.
    case otherWriteOpen
    /// Frozen copies do not change and have no observers.
    case frozen
    /// The object was deleted, or the store was invalidated.
    case invalidated
    /// The object is not stored.
    case notManaged
    /// A reference can be resolved once.
    case alreadyResolved
    /// An object of that type with that key is stored.
    case duplicateKey(type: String, key: String)
    /// `id` is set when an object is added, and never again.
    case keyChanged
    /// The object or token belongs to another store.
    case otherStore
    /// The key path is not listed in the type's columns.
    case unknownColumn
    /// The type is not in the configuration's schema.
    case unknownType(String)
    /// The store is open in this place already, and not with these types.
    case openWithoutTypes([String])
    /// The thread runs no loop, so no observer could be called on it.
    case noLoop
    /// The store's thread ended before the write began.
    case threadEnded
    /// An observer threw.
    case observerFailed(any Error)
    /// The block of an asynchronous write threw, and what was done in it was cancelled.
    case blockFailed(any Error)
    /// The file has other columns for that type.
    case schemaChanged(type: String, found: [String], wanted: [String])
    /// The database refused.
    case database(DatabaseError)

    init(_ error: DatabaseError) { self = .database(error) }
  }
}
