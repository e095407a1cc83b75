internal import SQLite

extension ConfinedStore {
  /// Deletes an object.
  ///
  /// - Throws: ``Failure/notInWriteTransaction``, ``Failure/otherStore``, ``Failure/invalidated`` if
  ///   it is deleted already, or what the database says.
  public func delete<Object: ConfinedObject>(_ object: LiveObject<Object>) throws(Failure) {
    check()
    guard transaction != nil else { throw .notInWriteTransaction }
    try checkOwns(object)
    try writing { (write) throws(DatabaseError) in
      try write.run { (db) throws(DatabaseError) in try db.run(object.table.deletion, object.key) }
    }
  }

  /// Deletes all objects that a collection holds now.
  ///
  /// - Throws: ``Failure/notInWriteTransaction``, ``Failure/otherStore``, or what the database says.
  public func delete<Object: ConfinedObject>(_ results: Results<Object>) throws(Failure) {
    check()
    guard transaction != nil else { throw .notInWriteTransaction }
    guard results.owner === self else { throw .otherStore }
    guard !results.isInvalidated else { throw .invalidated }
    try writing { (write) throws(DatabaseError) in
      try write.run { (db) throws(DatabaseError) in try results.query.deleteAll(on: db) }
    }
  }

  /// Deletes every object of every type.
  ///
  /// - Throws: ``Failure/notInWriteTransaction``, or what the database says.
  public func deleteAll() throws(Failure) {
    check()
    try writing { (write) throws(DatabaseError) in
      for table in tables.values {
        try write.run { (db) throws(DatabaseError) in
          try db.run("DELETE FROM \(table.name.quoted)")
        }
      }
    }
  }
}
