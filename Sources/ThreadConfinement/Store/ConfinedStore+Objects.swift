public import SQLite

extension ConfinedStore {
  /// - Returns: The object with that key; nil if none is stored.
  @inlinable
  public func object<Object: ConfinedObject>(
    ofType type: Object.Type, forPrimaryKey key: Object.ID
  ) -> LiveObject<Object>? {
    check()
    let table = tableOrTrap(type)
    let row = readOrReport { (db) throws(DatabaseError) in try table.row(key, on: db) } ?? nil
    return row.map { LiveObject($0.object, key: key, serial: $0.serial, in: table, of: self) }
  }

  /// The stored object with the value's key. Throws ``Failure/notManaged`` if there is none.
  public func managed<Object: ConfinedObject>(
    _ object: Object
  ) throws(Failure) -> LiveObject<Object> {
    check()
    let table = tableOrTrap(Object.self)
    let row = try read { (db) throws(DatabaseError) in try table.row(object.id, on: db) }
    guard let row else { throw .notManaged }
    return LiveObject(row.object, key: object.id, serial: row.serial, in: table, of: self)
  }

  /// All objects of a type, sorted by key. Nothing is read until the collection is used.
  public func objects<Object: ConfinedObject>(_ type: Object.Type) -> Results<Object> {
    check()
    return Results(ObjectQuery(tableOrTrap(type)), of: self)
  }

  /// Whether the store contains no objects.
  public var isEmpty: Bool {
    check()
    return tables.values.allSatisfy { table in
      readOrReport { (db) throws(DatabaseError) -> Bool in
        let found: Int? = try db.first("SELECT 1 FROM \(table.name.quoted) LIMIT 1")
        return found == nil
      } ?? true
    }
  }

  @usableFromInline
  func tableOrTrap<Object: ConfinedObject>(_ type: Object.Type) -> ObjectTable<Object> {
    do throws(Failure) { return try table(of: type) } catch { fatalError("\(error)") }
  }
}

/// The behaviour of `add` if an object with the key is already stored.
public enum UpdatePolicy: Sendable {
  case error
  /// Sets the columns that differ, and notifies observers of them.
  case modified
  /// Sets all columns, and notifies observers of all of them.
  case all
}

extension ConfinedStore {
  /// Stores a value and returns the live object. `update` decides if its key is already stored.
  /// Throws ``Failure/notInWriteTransaction``, ``Failure/duplicateKey(type:key:)``,
  /// ``Failure/unknownType(_:)``, or a database error.
  @discardableResult
  public func add<Object: ConfinedObject>(
    _ object: Object, update: UpdatePolicy = .error
  ) throws(Failure) -> LiveObject<Object> {
    check()
    let table = try table(of: Object.self)
    let serial = try put(object, update, in: table)
    return LiveObject(object, key: object.id, serial: serial, in: table, of: self)
  }

  /// Stores values, in order. If adding one throws, those before it remain added in the write.
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
    // First, because iterating over the sequence may use this store.
    let objects = Array(objects)
    try writing { (write) throws(Failure) in try write.insert(objects, in: table) }
  }

  /// Has no effect, because the object is already stored. Throws ``Failure/invalidated`` if it was
  /// deleted, ``Failure/otherStore`` if it belongs to another store.
  public func add<Object: ConfinedObject>(_ object: LiveObject<Object>) throws(Failure) {
    try writing { (_) throws(Failure) in try checkOwns(object) }
  }

  private func checkOwns<Object: ConfinedObject>(_ object: LiveObject<Object>) throws(Failure) {
    guard object.owner === self else { throw .otherStore }
    guard !object.isInvalidated else { throw .invalidated }
  }

  @usableFromInline
  func put<Object: ConfinedObject>(
    _ object: Object, _ update: UpdatePolicy, in table: ObjectTable<Object>
  ) throws(Failure) -> Int64 {
    try writing { (write) throws(Failure) in
      if update != .error {
        let known = try write.run { (db) throws(DatabaseError) in try table.row(object.id, on: db) }
        if let known {
          try write.replace(known, with: object, in: table, setsAll: update == .all)
          return known.serial
        }
      }
      try write.insert([object], in: table)
      return write.serial
    }
  }
}

extension ConfinedStore {
  /// Deletes an object. Throws ``Failure/notInWriteTransaction``, ``Failure/otherStore``,
  /// ``Failure/invalidated``, or a database error.
  public func delete<Object: ConfinedObject>(_ object: LiveObject<Object>) throws(Failure) {
    try writing { (write) throws(Failure) in
      try checkOwns(object)
      try write.run { (db) throws(DatabaseError) in
        try db.run(object.table.deletion, object.key)
      }
    }
  }

  /// Deletes all objects of a collection. Throws as the deletion of one object does.
  public func delete<Object: ConfinedObject>(_ results: Results<Object>) throws(Failure) {
    try writing { (write) throws(Failure) in
      guard results.owner === self else { throw .otherStore }
      guard !results.isInvalidated else { throw .invalidated }
      try write.run(results.query.deleteAll)
    }
  }

  /// Deletes all objects. Throws ``Failure/notInWriteTransaction``, or a database error.
  public func deleteAll() throws(Failure) {
    try writing { (write) throws(Failure) in
      try write.run { (db) throws(DatabaseError) in
        for table in tables.values { try db.run("DELETE FROM \(table.name.quoted)") }
      }
    }
  }
}
