public import Foundation
internal import SQLite

extension ConfinedStore.Failure: CustomStringConvertible, LocalizedError {
  /// What broke, and the way out: `not managed; add it to the store first`.
  public var description: String {
    guard let advice else { return reason }
    return "\(reason); \(advice)"
  }

  /// The same, for `localizedDescription`.
  public var errorDescription: String? { description }

  /// What broke, in a few words where there is no more to say: `not managed`.
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

  /// What can be done about it; nil where the reason says it, or the error is not this module's.
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
