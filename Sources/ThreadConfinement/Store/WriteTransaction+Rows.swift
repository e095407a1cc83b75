public import SQLite

extension WriteTransaction {
  /// - Returns: the serial of the new row.
  mutating func insert<Object: ConfinedObject>(
    _ object: Object, in table: Table<Object>
  ) throws(DatabaseError) -> Int64 {
    var refused: Object?
    try insert([object], refused: &refused, in: table)
    return serial
  }

  /// Inserts all, with the statement lent once; inlinable, so that the loop is compiled for the type.
  ///
  /// - Parameters:
  ///   - objects: inserted in their order.
  ///   - refused: set to the one that could not be inserted.
  ///   - table: their table.
  /// - Throws: what the database says; those before stay inserted in the write.
  @inlinable
  mutating func insert<Object: ConfinedObject>(
    _ objects: [Object], refused: inout Object?, in table: Table<Object>
  ) throws(DatabaseError) {
    let (first, number) = (serial, number)
    var next = first
    // What was inserted before a refusal stays in the write, and so do its serials.
    defer { serial = next }
    try run { (db) throws(DatabaseError) in
      try db.prepared(table.insertion) { (statement) throws(DatabaseError) in
        let count = table.columns.count
        try statement.bind(number, at: count + 2)
        for object in objects {
          do throws(DatabaseError) {
            try table.bind(object, to: &statement)
            try statement.bind(next + 1, at: count + 1)
            try statement.run()
          } catch {
            refused = object
            throw error
          }
          next += 1
        }
      }
    }
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
    assigned.note(set, of: known.serial, in: table.name)
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
    assigned.note(CollectionOfOne(index), of: serial, in: table.name)
  }
}

extension Table {
  /// The row with that key; nil if there is none.
  @inlinable
  func row(
    _ key: Object.ID, on connection: borrowing Connection
  ) throws(DatabaseError) -> StoredRow<Object>? {
    try connection.first(byKey, key, read: read)
  }
}

extension DatabaseError {
  /// Whether a row with the key is there: the code is another one where the key is the row's id.
  @usableFromInline
  var isTakenKey: Bool { matches(.primaryKeyConstraint) || code?.rawValue == 2579 }
}
