internal import Concurrency
internal import SQLite

/// A stored object, always at its store's current version. Read its properties directly, as in
/// `artist.name`, and set them during a write. Use it only where its store is confined.
@dynamicMemberLookup
public final class LiveObject<Object: ConfinedObject> {
  @usableFromInline let owner: ConfinedStore
  let table: ObjectTable<Object>
  let key: Object.ID
  let serial: Int64
  // Unchecked exclusivity for speed, as the store's epoch.
  @exclusivity(unchecked) @usableFromInline var value: Object
  @exclusivity(unchecked) @usableFromInline var epoch: Int
  private let generation: Int
  private var isStored = true

  /// Without a value, the row is read when a property is first used.
  @usableFromInline
  init(
    _ value: Object?, key: Object.ID, serial: Int64, in table: ObjectTable<Object>,
    of owner: ConfinedStore
  ) {
    self.owner = owner
    self.table = table
    self.key = key
    self.serial = serial
    self.value = value ?? Object()
    epoch = value == nil ? -1 : owner.reading.epoch
    generation = owner.reading.generation
  }

  /// The current value of the property. Traps if the object was deleted.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Value {
    owner.check()
    if epoch != owner.reading.epoch { reloadOrTrap() }
    return value[keyPath: keyPath]
  }

  /// The current value of the property, which can be set during a write if it is a column. Any
  /// other assignment traps, and so does any use of a deleted object; ``set(_:to:)`` throws. An
  /// error of the database is thrown by committing the write.
  @inlinable
  public subscript<Value: ColumnValue>(
    dynamicMember keyPath: WritableKeyPath<Object, Value>
  ) -> Value {
    get {
      owner.check()
      if epoch != owner.reading.epoch { reloadOrTrap() }
      return value[keyPath: keyPath]
    }
    set { setOrTrap(keyPath, to: newValue) }
  }

  /// Sets a property.
  ///
  /// - Throws: ``ConfinedStore/Failure/notInWriteTransaction``,
  ///   ``ConfinedStore/Failure/invalidated``, ``ConfinedStore/Failure/keyChanged``,
  ///   ``ConfinedStore/Failure/unknownColumn``, or a database error.
  public func set<Value: ColumnValue>(
    _ keyPath: WritableKeyPath<Object, Value>, to newValue: Value
  ) throws(ConfinedStore.Failure) {
    owner.check()
    guard owner.transaction != nil else { throw .notInWriteTransaction }
    guard try isReloaded() else { throw .invalidated }
    guard let index = table.index(of: keyPath) else { throw .unknownColumn }
    guard index != table.keyIndex else { throw .keyChanged }
    var changed = value
    changed[keyPath: keyPath] = newValue
    try owner.writing { (write) throws(ConfinedStore.Failure) in
      try write.set(index, of: changed, serial: serial, in: table)
    }
    value = changed
    epoch = owner.reading.epoch
  }

  @usableFromInline
  func setOrTrap<Value: ColumnValue>(
    _ keyPath: WritableKeyPath<Object, Value>, to newValue: Value
  ) {
    do throws(ConfinedStore.Failure) {
      try set(keyPath, to: newValue)
    } catch {
      switch error {
      case .notInWriteTransaction: Misuse.outsideWrite.stop()
      case .invalidated: Misuse.deleted.stop()
      case .keyChanged: Misuse.keyChanged.stop()
      case .unknownColumn: fatalError("\(keyPath) is not a column of \(table.name)")
      // The commit throws the first of these errors.
      default: owner.state.assignmentFailed(error)
      }
    }
  }

  /// The object as a plain value, which can be used on any thread. Traps if the object was deleted.
  public var snapshot: Object {
    owner.check()
    reloadOrTrap()
    return value
  }

  /// Whether the object was deleted or its store invalidated.
  public var isInvalidated: Bool {
    owner.check()
    let found = owner.configuration.reporting { () throws(ConfinedStore.Failure) in
      try isReloaded()
    }
    return !(found ?? isStored)
  }

  /// The object's store; nil if the object was deleted.
  public var store: ConfinedStore? { isInvalidated ? nil : owner }

  @usableFromInline
  func reloadOrTrap() {
    if isInvalidated { Misuse.deleted.stop() }
  }

  /// Reads the row again if anything may have changed. Returns whether the object is stored.
  private func isReloaded() throws(ConfinedStore.Failure) -> Bool {
    guard generation == owner.reading.generation else { return false }
    guard epoch != owner.reading.epoch else { return isStored }
    let row = try owner.read { (db) throws(DatabaseError) in try table.row(key, on: db) }
    // A different row may have the key now.
    isStored = row?.serial == serial
    if isStored, let row { value = row.object }
    // Reading may itself begin a new epoch.
    if isStored { epoch = owner.reading.epoch }
    return isStored
  }
}

@available(*, unavailable, message: "A live object is used where its store is; send its snapshot.")
extension LiveObject: Sendable {}

extension LiveObject: Equatable {
  /// Whether both are the same row of the same store.
  public static func == (one: LiveObject, other: LiveObject) -> Bool {
    one.owner === other.owner && one.serial == other.serial
  }
}

/// A reference that transfers a live object to another thread. It can be resolved once.
public final class ThreadSafeReference<Object: ConfinedObject>: Sendable {
  fileprivate let frozen: Locked<FrozenObject<Object>?>

  /// - Parameter object: A stored object, which remains usable.
  /// - Throws: An error of ``LiveObject/freeze()``.
  public init(to object: LiveObject<Object>) throws(ConfinedStore.Failure) {
    frozen = Locked(try object.freeze())
  }

  /// Whether the reference was resolved; it cannot be resolved again.
  public var isInvalidated: Bool { frozen.withLock { $0 == nil } }
}

extension ConfinedStore {
  /// Resolves a reference in this store, which refreshes first if it is at an older version. Nil if
  /// the object is deleted at this store's version or of another file.
  ///
  /// - Throws: ``Failure/alreadyResolved``; ``Failure/alreadyInWriteTransaction``; or an error of
  ///   `refresh`.
  public func resolve<Object: ConfinedObject>(
    _ reference: ThreadSafeReference<Object>
  ) throws(Failure) -> LiveObject<Object>? {
    check()
    guard transaction == nil else { throw .alreadyInWriteTransaction }
    guard let frozen = reference.frozen.withLock({ $0.take() }) else { throw .alreadyResolved }
    let made = frozen.store.snapshot
    if made.file === file, try currentSnapshot().version < made.version { try refresh() }
    return frozen.thaw(in: self)
  }
}
