public import Foundation
public import SQLite

extension ConfinedStore {
  /// The errors of a store.
  public enum Failure: Error {
    /// There is no open write, which adding, deleting, setting, committing and cancelling require.
    case notInWriteTransaction
    /// A write is already open; a store has one at a time.
    case alreadyInWriteTransaction
    /// Another write of the file is open, and a blocking write on an actor does not wait for it.
    case otherWriteOpen
    /// The copy is frozen: it cannot be changed or observed.
    case frozen
    /// The object was deleted, or the store was invalidated.
    case invalidated
    /// The object is not stored.
    case notManaged
    /// The reference was already resolved; it can be resolved once.
    case alreadyResolved
    /// An object of that type with that key is already stored.
    case duplicateKey(type: String, key: String)
    /// The `id` of a stored object cannot change.
    case keyChanged
    /// The object or token belongs to another store.
    case otherStore
    /// The key path is not listed in the type's columns.
    case unknownColumn
    /// The type is not in the configuration's schema.
    case unknownType(String)
    /// The store is already open in this place, without these types.
    case openWithoutTypes([String])
    /// The thread runs no loop, so observers could not be called on it.
    case noLoop
    /// The store's thread ended before the write began.
    case threadEnded
    /// An observer threw.
    case observerFailed(any Error)
    /// An observer threw after the commit; the changes are stored.
    case observerFailedAfterCommit(any Error)
    /// The block of an asynchronous write cancelled it; nothing is stored.
    case cancelled
    /// The block of an asynchronous write threw, and its changes were rolled back.
    case blockFailed(any Error)
    /// The file has different columns for that type.
    case schemaChanged(type: String, found: [String], wanted: [String])
    /// A database error.
    case database(DatabaseError)

    init(_ error: DatabaseError) { self = .database(error) }
  }
}

extension ConfinedStore.Failure: CustomStringConvertible, LocalizedError {
  /// The failure and the remedy: `not managed; add it to the store first`.
  public var description: String {
    guard let advice else { return reason }
    return "\(reason); \(advice)"
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  /// The failure, in a few words where possible: `not managed`.
  public var reason: String {
    switch self {
    case .notInWriteTransaction: "not in a write transaction"
    case .alreadyInWriteTransaction: "already in a write transaction"
    case .otherWriteOpen: "another write of the file is open"
    case .frozen: "frozen"
    case .invalidated: "deleted or invalidated"
    case .notManaged: "not managed"
    case .alreadyResolved: "already resolved"
    case .duplicateKey(let type, let key): "\(type) \(key) is already stored"
    case .keyChanged: "the primary key of a stored object cannot be changed"
    case .otherStore: "belongs to another store"
    case .unknownColumn: "the key path is not a column"
    case .unknownType(let name): "\(name) is not in the store's schema"
    case .openWithoutTypes(let names):
      "the store is open here without \(names.joined(separator: ", "))"
    case .noLoop: "the current thread has no loop"
    case .threadEnded: "the store's thread has ended"
    case .observerFailed(let error): "an observer threw: \(error)"
    case .observerFailedAfterCommit(let error):
      "the changes are stored, but an observer threw: \(error)"
    case .cancelled: "the block of an asynchronous write cancelled it"
    case .blockFailed(let error): "the block of an asynchronous write threw: \(error)"
    case .schemaChanged(let type, let found, let wanted):
      "the file holds \(type) as (\(found.joined(separator: ", "))), and this program as "
        + "(\(wanted.joined(separator: ", ")))"
    case .database(let error): error.description
    }
  }

  /// The remedy, or nil if the reason includes it or the error comes from other code.
  private var advice: String? {
    switch self {
    case .notInWriteTransaction: "do it in the block of write, or after beginWrite"
    case .alreadyInWriteTransaction: "commit or cancel that one first"
    case .otherWriteOpen: "on an actor use asyncWrite, which waits without blocking"
    case .frozen: "use the live object that thaw returns"
    case .invalidated: "fetch it again, or check isInvalidated first"
    case .notManaged: "add it to the store first"
    case .alreadyResolved: "create a new reference for each use"
    case .duplicateKey: "add it with update: .modified to change it"
    case .keyChanged: "delete it and add an object with the new key"
    case .otherStore: "use it with its own store, or resolve a reference to it in this one"
    case .unknownColumn: "list it in the type's columns"
    case .unknownType: "list it in the configuration's schema"
    case .openWithoutTypes: "open it with all its types"
    case .noLoop:
      "use the main thread, a ConfinedThread, a ConfinedQueue or an actor, or CurrentThread.takesTasks"
    case .threadEnded: "wait for asynchronous writes before the thread ends"
    case .schemaChanged:
      "the file was left as it is; declare the columns that it has, or use another file"
    case .observerFailed, .observerFailedAfterCommit, .cancelled, .blockFailed, .database: nil
    }
  }
}
