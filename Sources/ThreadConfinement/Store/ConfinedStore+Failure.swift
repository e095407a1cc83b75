public import Foundation
public import SQLite

extension ConfinedStore {
  /// The errors of a store.
  public enum Failure: Error {
    /// Adding, deleting, setting, committing and cancelling need an open write.
    case notInWriteTransaction
    /// A write is already open; there is one at a time.
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

extension ConfinedStore.Failure: CustomStringConvertible, LocalizedError {
  /// What failed, and what to do: `not managed; add it to the store first`.
  public var description: String {
    guard let advice else { return reason }
    return "\(reason); \(advice)"
  }

  /// The same, for `localizedDescription`.
  public var errorDescription: String? { description }

  /// What failed, in a few words where possible: `not managed`.
  public var reason: String {
    switch self {
    case .notInWriteTransaction: "not in a write transaction"
    case .alreadyInWriteTransaction: "already in a write transaction"
    case .otherWriteOpen: "another write of the file is open"
    case .frozen: "frozen"
    case .invalidated: "deleted or invalidated"
    case .notManaged: "not managed"
    case .alreadyResolved: "already resolved"
    case .duplicateKey(let type, let key): "\(type) \(key) is stored already"
    case .keyChanged: "the primary key of a stored object cannot be changed"
    case .otherStore: "belongs to another store"
    case .unknownColumn: "the key path is not a column"
    case .unknownType(let name): "\(name) is not in the store's schema"
    case .openWithoutTypes(let names):
      "the store is open here without \(names.joined(separator: ", "))"
    case .noLoop: "the current thread has no loop"
    case .threadEnded: "the store's thread has ended"
    case .observerFailed(let error): "an observer threw: \(error)"
    case .blockFailed(let error): "the block of an asynchronous write threw: \(error)"
    case .schemaChanged(let type, let found, let wanted):
      "the file holds \(type) as (\(found.joined(separator: ", "))), and this program as "
        + "(\(wanted.joined(separator: ", ")))"
    case .database(let error): error.description
    }
  }

  /// What to do about it; nil if the reason says so, or the error is not this module's.
  private var advice: String? {
    switch self {
    case .notInWriteTransaction: "do it in the block of write, or after beginWrite"
    case .alreadyInWriteTransaction: "commit or cancel that one first"
    case .otherWriteOpen: "on an actor use asyncWrite, which waits without blocking"
    case .frozen: "use the live one, which thaw gives"
    case .invalidated: "ask for it again; check isInvalidated first"
    case .notManaged: "add it to the store first"
    case .alreadyResolved: "make a reference for each time"
    case .duplicateKey: "add it with update: .modified to change it"
    case .keyChanged: "delete it and add one with the other key"
    case .otherStore: "use it with its own store, or resolve a reference to it here"
    case .unknownColumn: "list it in the type's columns"
    case .unknownType: "list it in the configuration's schema"
    case .openWithoutTypes: "open it with all its types"
    case .noLoop:
      "use the main thread, a ConfinedThread, a ConfinedQueue or an actor, or CurrentThread.takesTasks"
    case .threadEnded: "wait for asynchronous writes before the thread ends"
    case .schemaChanged:
      "the file was left as it is; declare the columns that it has, or use another file"
    case .observerFailed, .blockFailed, .database: nil
    }
  }
}
