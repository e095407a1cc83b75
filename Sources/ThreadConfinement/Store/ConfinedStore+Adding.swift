internal import SQLite

/// What adding does when an object with the key is stored already.
public enum UpdatePolicy: Sendable {
  /// It throws.
  case error
  /// It sets the columns that differ, and observers are notified of those.
  case modified
  /// It sets all columns, and observers are notified of all.
  case all
}

extension ConfinedStore {
  /// Stores a value.
  ///
  /// - Parameters:
  ///   - object: the value, which is copied.
  ///   - update: what happens if an object with its key is stored already.
  /// - Returns: the object in the store.
  /// - Throws: ``Failure/notInWriteTransaction``, ``Failure/duplicateKey(type:key:)``,
  ///   ``Failure/unknownType(_:)``, or what the database says.
  @discardableResult
  public func add<Object: ConfinedObject>(
    _ object: Object, update: UpdatePolicy = .error
  ) throws(Failure) -> LiveObject<Object> {
    check()
    let table = try table(of: Object.self)
    let serial = try put(object, update, in: table)
    return LiveObject(object, serial: serial, in: table, of: self)
  }

  /// Stores values, one after the other.
  ///
  /// - Throws: what adding one of them throws; those before it stay added in the write.
  @inlinable
  public func add<Object: ConfinedObject>(
    _ objects: some Sequence<Object>, update: UpdatePolicy = .error
  ) throws(Failure) {
    check()
    let table = try table(of: Object.self)
    guard update == .error else {
      for object in objects { _ = try put(object, update, in: table) }
      return
    }
    // Stretch by stretch, so that the sequence, which may use this store, is not asked while it writes.
    var iterator = objects.makeIterator()
    var stretch: [Object] = []
    repeat {
      stretch.removeAll(keepingCapacity: true)
      while stretch.count < 512, let object = iterator.next() { stretch.append(object) }
      try insert(stretch, in: table)
    } while stretch.count == 512
  }

  @inlinable
  func insert<Object: ConfinedObject>(
    _ objects: [Object], in table: Table<Object>
  ) throws(Failure) {
    var refused: Object?
    do throws(Failure) {
      try writing { (write) throws(DatabaseError) in
        try write.insert(objects, refused: &refused, in: table)
      }
    } catch .database(let error) where error.isTakenKey {
      throw .duplicateKey(type: table.name, key: refused.map { "\($0.id)" } ?? "")
    }
  }

  /// Does nothing: the object is stored already.
  ///
  /// - Throws: ``Failure/invalidated`` for one that was deleted, ``Failure/otherStore`` for one of
  ///   another store.
  public func add<Object: ConfinedObject>(_ object: LiveObject<Object>) throws(Failure) {
    check()
    guard transaction != nil else { throw .notInWriteTransaction }
    try checkOwns(object)
  }

  func checkOwns<Object: ConfinedObject>(_ object: LiveObject<Object>) throws(Failure) {
    guard object.owner === self else { throw .otherStore }
    guard !object.isInvalidated else { throw .invalidated }
  }

  @usableFromInline
  func put<Object: ConfinedObject>(
    _ object: Object, _ update: UpdatePolicy, in table: Table<Object>
  ) throws(Failure) -> Int64 {
    do throws(Failure) {
      return try writing { (write) throws(DatabaseError) in
        if update != .error {
          let known = try write.run { (db) throws(DatabaseError) in try table.row(object.id, on: db)
          }
          if let known {
            try write.replace(known, with: object, in: table, setsAll: update == .all)
            return known.serial
          }
        }
        return try write.insert(object, in: table)
      }
    } catch .database(let error) where error.isTakenKey {
      throw .duplicateKey(type: table.name, key: "\(object.id)")
    }
  }
}
