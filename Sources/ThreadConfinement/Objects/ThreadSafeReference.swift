internal import Concurrency
internal import SQLite

/// A reference that transfers a live object to another thread. It can be resolved once.
public final class ThreadSafeReference<Object: ConfinedObject>: Sendable {
  private struct Held {
    /// The version at which it was created, in which the object exists.
    let snapshot: Snapshot
    let key: Object.ID
    let serial: Int64
  }
  private let held: Locked<Held?>

  /// - Parameter object: A stored object, which remains usable.
  /// - Throws: ``ConfinedStore/Failure/invalidated`` if the object was deleted.
  public init(to object: LiveObject<Object>) throws(ConfinedStore.Failure) {
    guard !object.isInvalidated else { throw .invalidated }
    held = Locked(
      Held(snapshot: try object.owner.currentSnapshot(), key: object.key, serial: object.serial))
  }

  /// Whether the reference was resolved; it cannot be resolved again.
  public var isInvalidated: Bool { held.withLock { $0 == nil } }

  fileprivate func take() -> (snapshot: Snapshot, key: Object.ID, serial: Int64)? {
    held.withLock { held in
      let taken = held
      held = nil
      return taken.map { ($0.snapshot, $0.key, $0.serial) }
    }
  }
}

extension ConfinedStore {
  /// Resolves a reference in this store, which refreshes first if it is at an older version.
  ///
  /// - Returns: The object; nil if it is deleted at this store's version or belongs to another
  ///   file.
  /// - Throws: ``Failure/alreadyResolved``; ``Failure/alreadyInWriteTransaction`` inside a write;
  ///   or an error of `refresh`.
  public func resolve<Object: ConfinedObject>(
    _ reference: ThreadSafeReference<Object>
  ) throws(Failure) -> LiveObject<Object>? {
    check()
    guard transaction == nil else { throw .alreadyInWriteTransaction }
    guard let (made, key, serial) = reference.take() else { throw .alreadyResolved }
    guard made.file === file else { return nil }
    if try currentSnapshot().version < made.version { try refresh() }
    let found = object(ofType: Object.self, forPrimaryKey: key)
    return found?.serial == serial ? found : nil
  }
}
