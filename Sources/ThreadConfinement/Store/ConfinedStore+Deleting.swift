internal import SQLite

extension ConfinedStore {
  /// Deletes an object.
  ///
  /// - Throws: ``Failure/notInWriteTransaction``, ``Failure/otherStore``, ``Failure/invalidated`` if
  ///   it is deleted already, or what the database says.
  public func delete<Object: ConfinedObject>(_ object: LiveObject<Object>) throws(Failure) {
    check()
    guard openWrite != nil else { throw .notInWriteTransaction }
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
    guard openWrite != nil else { throw .notInWriteTransaction }
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

extension OpenWrite {
  /// - Returns: the serial of the new row.
  mutating func insert<Object: ConfinedObject>(
    _ object: Object, in table: Table<Object>
  ) throws(DatabaseError) -> Int64 {
    let serial = serial + 1
    try run { (db) throws(DatabaseError) in
      try db.prepared(table.insertion) { (statement) throws(DatabaseError) in
        try table.bind(object, to: &statement)
        try statement.bind(serial, at: table.columns.count + 1)
        try statement.bind(number, at: table.columns.count + 2)
        try statement.run()
      }
    }
    self.serial = serial
    return serial
  }

  /// Sets what differs, or all; nothing is written when nothing has to be set.
  mutating func replace<Object: ConfinedObject>(
    _ known: StoredRow<Object>, with object: Object, in table: Table<Object>, setsAll: Bool
  ) throws(DatabaseError) {
    let set = table.columns.indices.filter { index in
      setsAll ? index != table.keyIndex : !table.columns[index].isEqual(known.object, object)
    }
    guard !set.isEmpty else { return }
    try run { (db) throws(DatabaseError) in
      try db.prepared(table.replacement) { (statement) throws(DatabaseError) in
        try table.bind(object, to: &statement)
        try statement.bind(number, at: table.columns.count + 1)
        try statement.bind(object.id, at: table.columns.count + 2)
        try statement.run()
      }
    }
    assigned[table.name, default: [:]][known.serial, default: []].formUnion(set)
  }

  /// Sets one column.
  mutating func set<Object: ConfinedObject>(
    _ index: Int, of object: Object, serial: Int64, in table: Table<Object>
  ) throws(DatabaseError) {
    try run { (db) throws(DatabaseError) in
      try db.prepared(table.assignments[index]) { (statement) throws(DatabaseError) in
        try table.columns[index].bind(object, &statement, 1)
        try statement.bind(number, at: 2)
        try statement.bind(object.id, at: 3)
        try statement.run()
      }
    }
    assigned[table.name, default: [:]][serial, default: []].insert(index)
  }
}

extension Table {
  /// The row with that key; nil if there is none.
  func row(
    _ key: Object.ID, on connection: borrowing Connection
  ) throws(DatabaseError) -> StoredRow<Object>? {
    try connection.first(byKey, key) { (row) throws(DatabaseError) in try self.read(row) }
  }
}

extension DatabaseError {
  var isTakenKey: Bool { matches(.primaryKeyConstraint) || code?.rawValue == 2579 }
}
