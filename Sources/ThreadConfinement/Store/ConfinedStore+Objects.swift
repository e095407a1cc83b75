public import SQLite

/// What adding does when an object with the key is stored already.
public enum UpdatePolicy: Sendable {
  /// It throws.
  case error
  /// It sets the columns that differ, and observers are told of those.
  case modified
  /// It sets all columns, and observers are told of all.
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
    guard openWrite != nil else { throw .notInWriteTransaction }
    try checkOwns(object)
  }

  /// - Returns: the object with that key; nil if none is stored.
  @inlinable
  public func object<Object: ConfinedObject>(
    ofType type: Object.Type, forPrimaryKey key: Object.ID
  ) -> LiveObject<Object>? {
    check()
    let table = mustKnow(type)
    guard let row = mustRead({ (db) throws(DatabaseError) in try table.row(key, on: db) }) else {
      return nil
    }
    return LiveObject(row.object, serial: row.serial, in: table, of: self)
  }

  /// The stored object that has the value's key.
  ///
  /// - Throws: ``Failure/notManaged`` if there is none.
  public func managed<Object: ConfinedObject>(
    _ object: Object
  ) throws(Failure) -> LiveObject<Object> {
    guard let live = self.object(ofType: Object.self, forPrimaryKey: object.id) else {
      throw .notManaged
    }
    return live
  }

  /// All objects of a type, by their keys; nothing is read until something is asked of them.
  public func objects<Object: ConfinedObject>(_ type: Object.Type) -> Results<Object> {
    check()
    return Results(Query(mustKnow(type)), of: self)
  }

  /// Whether nothing is stored.
  public var isEmpty: Bool {
    check()
    return tables.values.allSatisfy { table in
      mustRead { (db) throws(DatabaseError) -> Bool in
        let found: Int? = try db.first("SELECT 1 FROM \(table.name.quoted) LIMIT 1") {
          (row) throws(DatabaseError) in try row[0]
        }
        return found == nil
      }
    }
  }

  @usableFromInline
  func mustKnow<Object: ConfinedObject>(_ type: Object.Type) -> Table<Object> {
    do throws(Failure) { return try table(of: type) } catch { fatalError("\(error)") }
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
