public import Foundation
public import SQLite

extension ConfinedStore {
  public enum Failure: Error {
    /// There is no open write, which adding, deleting, setting, committing and cancelling require.
    case notInWriteTransaction
    /// A write is already open; a store has one at a time.
    case alreadyInWriteTransaction
    /// Another write of the file is open, and a blocking write on an actor does not wait for it.
    case otherWriteOpen
    /// The copy is frozen: it cannot be changed.
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
  }
}

extension ConfinedStore.Failure: CustomStringConvertible, LocalizedError {
  /// The failure and the remedy: `not managed; add it to the store first`.
  public var description: String {
    let text = text
    return text.remedy.map { "\(text.reason); \($0)" } ?? text.reason
  }

  public var errorDescription: String? { description }

  /// The failure, in a few words where possible: `not managed`.
  public var reason: String { text.reason }

  /// The remedy is nil if the reason includes it or the error comes from other code.
  private var text: (reason: String, remedy: String?) {
    switch self {
    case .notInWriteTransaction:
      ("not in a write transaction", "do it in the block of write, or after beginWrite")
    case .alreadyInWriteTransaction:
      ("already in a write transaction", "commit or cancel that one first")
    case .otherWriteOpen:
      (
        "another write of the file is open",
        "on an actor use asyncWrite, which waits without blocking"
      )
    case .frozen: ("frozen", "use the live object that thaw returns")
    case .invalidated: ("deleted or invalidated", "fetch it again, or check isInvalidated first")
    case .notManaged: ("not managed", "add it to the store first")
    case .alreadyResolved: ("already resolved", "create a new reference for each use")
    case .duplicateKey(let type, let key):
      ("\(type) \(key) is already stored", "add it with update: .modified to change it")
    case .keyChanged:
      (Misuse.keyChanged.rawValue, "delete it and add an object with the new key")
    case .otherStore:
      (
        "belongs to another store",
        "use it with its own store, or resolve a reference to it in this one"
      )
    case .unknownColumn: ("the key path is not a column", "list it in the type's columns")
    case .unknownType(let name):
      ("\(name) is not in the store's schema", "list it in the configuration's schema")
    case .openWithoutTypes(let names):
      (
        "the store is open here without \(names.joined(separator: ", "))",
        "open it with all its types"
      )
    case .noLoop:
      (
        "the current thread has no loop",
        "use the main thread, a ConfinedThread, a ConfinedQueue or an actor, or "
          + "StoreThread.takesTasks"
      )
    case .threadEnded:
      ("the store's thread has ended", "wait for asynchronous writes before the thread ends")
    case .observerFailed(let error): ("an observer threw: \(error)", nil)
    case .observerFailedAfterCommit(let error):
      ("the changes are stored, but an observer threw: \(error)", nil)
    case .cancelled: ("the block of an asynchronous write cancelled it", nil)
    case .blockFailed(let error): ("the block of an asynchronous write threw: \(error)", nil)
    case .schemaChanged(let type, let found, let wanted):
      (
        "the file holds \(type) as (\(found.joined(separator: ", "))), and this program as "
          + "(\(wanted.joined(separator: ", ")))",
        "the file was left as it is; declare the columns that it has, or use another file"
      )
    case .database(let error): (error.description, nil)
    }
  }
}
