internal import Concurrency
internal import SQLite

/// A live object on its way to another thread: made once, resolved once.
public final class ThreadSafeReference<Object: ConfinedObject>: Sendable {
  private struct Held {
    /// The version at which it was made, so that what it refers to is still there.
    let version: Snapshot
    let key: Object.ID
    let serial: Int64
  }
  private let held: Locked<Held?>

  /// - Parameter object: a stored object, which stays usable.
  /// - Throws: ``ConfinedStore/Failure/invalidated`` for a deleted one.
  public init(to object: LiveObject<Object>) throws(ConfinedStore.Failure) {
    guard !object.isInvalidated else { throw .invalidated }
    held = Locked(
      Held(version: try object.owner.currentSnapshot(), key: object.key, serial: object.serial))
  }

  /// Whether it was resolved, and cannot be again.
  public var isInvalidated: Bool { held.withLock { $0 == nil } }

  fileprivate func take() -> (version: Snapshot, key: Object.ID, serial: Int64)? {
    held.withLock { held in
      let taken = held
      held = nil
      return taken.map { ($0.version, $0.key, $0.serial) }
    }
  }
}

extension ConfinedStore {
  /// The object of a reference, in this store; a store that is behind the reference refreshes first.
  ///
  /// - Returns: nil if the object is deleted in the version that this store sees, or is one of another file.
  /// - Throws: ``Failure/alreadyResolved``; ``Failure/alreadyInWriteTransaction`` inside a write; or what refreshing throws.
  public func resolve<Object: ConfinedObject>(
    _ reference: ThreadSafeReference<Object>
  ) throws(Failure) -> LiveObject<Object>? {
    check()
    guard transaction == nil else { throw .alreadyInWriteTransaction }
    guard let (made, key, serial) = reference.take() else { throw .alreadyResolved }
    guard made.file === file else { return nil }
    if try currentSnapshot().number < made.number { try refresh() }
    let found = object(ofType: Object.self, forPrimaryKey: key)
    return found?.serial == serial ? found : nil
  }
}
