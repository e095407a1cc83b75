public import SQLite

extension ConfinedStore {
  /// - Returns: the object with that key; nil if none is stored.
  @inlinable
  public func object<Object: ConfinedObject>(
    ofType type: Object.Type, forPrimaryKey key: Object.ID
  ) -> LiveObject<Object>? {
    check()
    let table = mustKnow(type)
    let row = readOrReport { (db) throws(DatabaseError) in try table.row(key, on: db) }
    guard let row = row ?? nil else { return nil }
    return LiveObject(row.object, serial: row.serial, in: table, of: self)
  }

  /// The stored object that has the value's key.
  ///
  /// - Throws: ``Failure/notManaged`` if there is none, or what the database says.
  public func managed<Object: ConfinedObject>(
    _ object: Object
  ) throws(Failure) -> LiveObject<Object> {
    check()
    let table = mustKnow(Object.self)
    let row = try read { (db) throws(DatabaseError) in try table.row(object.id, on: db) }
    guard let row else { throw .notManaged }
    return LiveObject(row.object, serial: row.serial, in: table, of: self)
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
      readOrReport { (db) throws(DatabaseError) -> Bool in
        let found: Int? = try db.first("SELECT 1 FROM \(table.name.quoted) LIMIT 1")
        return found == nil
      } ?? true
    }
  }

  @usableFromInline
  func mustKnow<Object: ConfinedObject>(_ type: Object.Type) -> Table<Object> {
    do throws(Failure) { return try table(of: type) } catch { fatalError("\(error)") }
  }
}
