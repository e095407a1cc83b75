internal import SQLite

/// An object in the store, always at the store's current version.
///
/// Properties are read and, in a write, set through it: `artist.name`. They are of the store's
/// current version, so two live objects of one row show each other's changes. Use it where its
/// store is confined.
@dynamicMemberLookup
public final class LiveObject<Object: ConfinedObject> {
  @usableFromInline let owner: ConfinedStore
  let table: Table<Object>
  let key: Object.ID
  /// The row's serial, which is never reused.
  let serial: Int64
  // Unchecked exclusivity: the two are read each time a property is, by one thread at a time.
  @exclusivity(unchecked) @usableFromInline var value: Object
  /// The store's epoch in which the value was read.
  @exclusivity(unchecked) @usableFromInline var epoch: Int
  private let generation: Int
  private var isStored = true

  @usableFromInline
  init(_ value: Object, serial: Int64, in table: Table<Object>, of owner: ConfinedStore) {
    self.owner = owner
    self.table = table
    self.serial = serial
    self.value = value
    key = value.id
    epoch = owner.epoch
    generation = owner.generation
  }

  /// An object that is read when a property is used.
  init(unread key: Object.ID, serial: Int64, in table: Table<Object>, of owner: ConfinedStore) {
    self.owner = owner
    self.table = table
    self.serial = serial
    self.key = key
    value = Object()
    epoch = -1
    generation = owner.generation
  }

  /// The current value of the property. A deleted object ends the process.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Value {
    owner.check()
    if epoch != owner.epoch { mustReload() }
    return value[keyPath: keyPath]
  }

  /// The current value of the property; it may be set in a write, if it is a column. Setting it
  /// elsewhere, or of a deleted object, ends the process; ``set(_:to:)`` throws instead. If the
  /// database refuses, committing the write throws why.
  @inlinable
  public subscript<Value: ColumnValue>(
    dynamicMember keyPath: WritableKeyPath<Object, Value>
  ) -> Value {
    get {
      owner.check()
      if epoch != owner.epoch { mustReload() }
      return value[keyPath: keyPath]
    }
    set { mustSet(keyPath, to: newValue) }
  }

  /// Sets a property.
  ///
  /// - Throws: ``ConfinedStore/Failure/notInWriteTransaction``,
  ///   ``ConfinedStore/Failure/invalidated``, ``ConfinedStore/Failure/keyChanged``,
  ///   ``ConfinedStore/Failure/unknownColumn``, or the database's error.
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
    try owner.writing { (write) throws(DatabaseError) in
      try write.set(index, of: changed, serial: serial, in: table)
    }
    value = changed
    epoch = owner.epoch
  }

  @usableFromInline
  func mustSet<Value: ColumnValue>(
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
      // The commit throws it.
      default: if owner.assignmentFailure == nil { owner.assignmentFailure = error }
      }
    }
  }

  /// The object as a plain value, which may be used on any thread. A deleted object ends the
  /// process.
  public var snapshot: Object {
    owner.check()
    mustReload()
    return value
  }

  /// Whether it was deleted, or its store invalidated.
  public var isInvalidated: Bool {
    owner.check()
    do throws(ConfinedStore.Failure) {
      return try !isReloaded()
    } catch {
      owner.configuration.report(error)
      return !isStored
    }
  }

  /// Its store; nil if it was deleted.
  public var store: ConfinedStore? { isInvalidated ? nil : owner }

  /// Always false.
  public var isFrozen: Bool { false }

  @usableFromInline
  func mustReload() {
    if isInvalidated { Misuse.deleted.stop() }
  }

  /// Reads the row again if anything may have changed.
  ///
  /// - Returns: whether it is stored.
  private func isReloaded() throws(ConfinedStore.Failure) -> Bool {
    guard generation == owner.generation else { return false }
    guard epoch != owner.epoch else { return isStored }
    let row = try owner.read { (db) throws(DatabaseError) in try table.row(key, on: db) }
    // Another row may have the key by now.
    isStored = row?.serial == serial
    if isStored, let row { value = row.object }
    // Reading may begin an epoch, which counts as read.
    if isStored { epoch = owner.epoch }
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
