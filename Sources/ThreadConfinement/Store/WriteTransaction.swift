internal import Concurrency
public import SQLite

/// An open write: its connection, its version and the serial numbers of its rows.
@usableFromInline
final class WriteTransaction: @unchecked Sendable {
  // Unchecked because one thread at a time uses it: the one that begins it, then that of the store,
  // then the one that commits it.
  let connection: LockedConnection
  let file: StoreFile
  /// The version that the commit creates.
  @usableFromInline let version: Int64
  @usableFromInline var serial: Int64
  /// The columns that were set, in at most ``AssignedColumns/limit`` + 1 rows.
  var assigned: AssignedColumns.Commit = [:]
  var hasChanges = false

  /// Begins a write on its own connection. The caller's turn ends with it, or if this throws.
  init(inTurnOf file: StoreFile) throws(ConfinedStore.Failure) {
    var taken: LockedConnection?
    do throws(ConfinedStore.Failure) {
      let connection = try file.takeConnection()
      taken = connection
      (version, serial) = try connection.use { (db) throws(DatabaseError) -> (Int64, Int64) in
        try db.run("BEGIN IMMEDIATE")
        let sql = "SELECT version + 1, serial FROM _store"
        let (version, serial): (Int64, Int64) = try db.first(sql) ?? (1, 0)
        // No file has that many rows, but a damaged one may have the number.
        guard serial < .max / 2 else {
          throw .wrongType(column: "serial", wanted: "a count", found: "\(serial)", sql: sql)
        }
        return (version, serial)
      }
      self.connection = connection
    } catch {
      taken?.rollBack()
      file.writerQueue.release()
      throw error
    }
    serial = max(serial, file.lastSerial.withLock { $0 })
    self.file = file
  }

  /// Throws if SQLite has rolled the transaction back by itself, as it does if the disk is full:
  /// each later statement would be committed on its own.
  @usableFromInline
  func run<Result>(
    _ body: (borrowing Connection) throws(DatabaseError) -> Result
  ) throws(ConfinedStore.Failure) -> Result {
    try connection.use { (connection) throws(DatabaseError) in
      guard connection.isInTransaction else { throw .transactionEnded(path: connection.path) }
      return try body(connection)
    }
  }

  /// Commits, pins the new version and ends the turn. A write whose commit fails is rolled back.
  /// Nil if the version cannot be pinned; the next read reports the cause.
  @discardableResult
  func commit() throws(ConfinedStore.Failure) -> Snapshot? {
    // Recorded before the commit: another store may read the new version as soon as it exists.
    file.assigned.withLock { $0.append(assigned, version: version) }
    do throws(ConfinedStore.Failure) {
      try run { (connection) throws(DatabaseError) in
        try connection.run("UPDATE _store SET version = ?, serial = ?", version, serial)
        try connection.run("COMMIT")
      }
    } catch {
      file.assigned.withLock { $0.removeLast(version: version) }
      abandon()
      throw error
    }
    // On the same connection, whose cache already has the version's pages.
    let pinned = try? Snapshot(of: file, on: connection)
    end()
    return pinned
  }

  func abandon() {
    connection.rollBack()
    file.returnConnection(connection)
    end()
  }

  private func end() {
    file.lastSerial.withLock { $0 = serial }
    file.writerQueue.release()
  }
}

extension WriteTransaction {
  /// Inserts objects in order. Inlinable, so that the loop is specialised for the type.
  ///
  /// - Throws: `duplicateKey`, or a database error; the objects before the refused one remain.
  @inlinable
  func insert<Object: ConfinedObject>(
    _ objects: [Object], in table: ObjectTable<Object>
  ) throws(ConfinedStore.Failure) {
    let (first, version) = (serial + 1, version)
    var count = 0
    defer { serial += Int64(count) }
    do throws(ConfinedStore.Failure) {
      try run { (db) throws(DatabaseError) in
        try db.prepared(table.insertion) { (statement) throws(DatabaseError) in
          let columnCount = table.columns.count
          try statement.bind(version, at: columnCount + 2)
          for object in objects {
            try table.bind(object, to: &statement)
            try statement.bind(first + Int64(count), at: columnCount + 1)
            try statement.run()
            count += 1
          }
        }
      }
    } catch .database(let error) where error.isTakenKey {
      throw .duplicateKey(type: table.name, key: "\(objects[count].id)")
    }
  }

  /// Sets the columns that differ, or all, with one statement, so that all are set or none.
  func replace<Object: ConfinedObject>(
    _ known: StoredRow<Object>, with object: Object, in table: ObjectTable<Object>, setsAll: Bool
  ) throws(ConfinedStore.Failure) {
    let set = table.columns.indices.filter { index in
      index != table.keyIndex
        && (setsAll || !table.columns[index].isEqual(known.object, object))
    }
    guard !set.isEmpty else { return }
    try run { (db) throws(DatabaseError) in
      try db.prepared(table.replacement) { (statement) throws(DatabaseError) in
        try table.bind(object, to: &statement)
        try statement.bind(version, at: table.columns.count + 1)
        try statement.bind(object.id, at: table.columns.count + 2)
        try statement.run()
      }
    }
    record(set, of: known.serial, in: table.name)
  }

  func set<Object: ConfinedObject>(
    _ index: Int, of object: Object, serial: Int64, in table: ObjectTable<Object>
  ) throws(ConfinedStore.Failure) {
    try run { (db) throws(DatabaseError) in
      try db.prepared(table.assignments[index]) { (statement) throws(DatabaseError) in
        try table.columns[index].bind(object, &statement, 1)
        try statement.bind(version, at: 2)
        try statement.bind(object.id, at: 3)
        try statement.run()
      }
    }
    record(CollectionOfOne(index), of: serial, in: table.name)
  }

  private func record(_ columns: some Sequence<Int>, of serial: Int64, in type: String) {
    guard assigned.count <= AssignedColumns.limit else { return }
    assigned[.init(type: type, serial: serial), default: []].formUnion(columns)
  }
}

extension ObjectTable {
  @inlinable
  func row(
    _ key: Object.ID, on connection: borrowing Connection
  ) throws(DatabaseError) -> StoredRow<Object>? {
    try connection.first(byKey, key, read: read)
  }
}

extension DatabaseError {
  /// Whether a row with the key exists. SQLite has a different code for a key that is the row id.
  @usableFromInline
  var isTakenKey: Bool { matches(.primaryKeyConstraint) || code?.rawValue == 2579 }
}

/// The columns that the latest commits have set. Observers are notified of them even if the value
/// did not change. After older commits, only a changed value counts.
struct AssignedColumns: Sendable {
  struct Row: Hashable, Sendable {
    let type: String
    let serial: Int64
  }

  typealias Commit = [Row: Set<Int>]

  /// Rows, in one commit and in all together.
  static let limit = 10_000
  private var commits: [(version: Int64, rows: Commit)] = []
  private var rowCount = 0

  /// Records a commit, unless it has no rows or too many. It must be newer than all recorded ones.
  mutating func append(_ rows: Commit, version: Int64) {
    guard (1...Self.limit).contains(rows.count) else { return }
    commits.append((version, rows))
    rowCount += rows.count
    guard rowCount > Self.limit else { return }
    // Trims to half the limit, so that not every commit has to trim.
    while rowCount > Self.limit / 2, commits.count > 1 {
      rowCount -= commits.removeFirst().rows.count
    }
  }

  mutating func removeLast(version: Int64) {
    guard commits.last?.version == version else { return }
    rowCount -= commits.removeLast().rows.count
  }

  /// The columns of a row that were set after one version and up to another.
  func columns(of row: Row, after: Int64, upTo: Int64) -> Set<Int> {
    var columns = Set<Int>()
    for (version, rows) in commits.reversed() {
      if version <= after { break }
      if version <= upTo, let set = rows[row] { columns.formUnion(set) }
    }
    return columns
  }
}
