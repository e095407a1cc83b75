internal import SQLite

/// An object in the store, as the store sees it now.
///
/// Properties are read and, in a write, set through it: `artist.name`. They are of the store's present
/// version, so two live objects of one row show each other's changes. It is used where its store is.
@dynamicMemberLookup
public final class LiveObject<Object: ConfinedObject> {
  @usableFromInline let owner: ConfinedStore
  let table: Table<Object>
  let key: Object.ID
  /// Given once to each added row.
  let serial: Int64
  // Unchecked exclusivity: the two are read each time a property is, by one thread at a time.
  @exclusivity(unchecked) @usableFromInline var value: Object
  /// When the value was read, in the store's count.
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

  /// One that is read when it is asked for something.
  init(unread key: Object.ID, serial: Int64, in table: Table<Object>, of owner: ConfinedStore) {
    self.owner = owner
    self.table = table
    self.serial = serial
    self.key = key
    value = Object()
    epoch = -1
    generation = owner.generation
  }

  /// The property as it is now. A deleted object ends the process.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Value {
    owner.check()
    if epoch != owner.epoch { mustReload() }
    return value[keyPath: keyPath]
  }

  /// The property as it is now; it may be set in a write, if it is a column. Setting it elsewhere, or of a deleted
  /// object, ends the process; ``set(_:to:)`` throws instead. If the database refuses, committing the write throws why.
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
  ///   ``ConfinedStore/Failure/unknownColumn``, or what the database says.
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

  /// All of it, as a plain value that may go anywhere. A deleted object ends the process.
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

  /// The store that it is in; nil once it was deleted.
  public var store: ConfinedStore? { isInvalidated ? nil : owner }

  /// A live object is not frozen.
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
    // Another row may have come to have the key.
    isStored = row?.serial == serial
    if isStored, let row { value = row.object }
    // An epoch that reading itself began counts as read.
    if isStored { epoch = owner.epoch }
    return isStored
  }
}
