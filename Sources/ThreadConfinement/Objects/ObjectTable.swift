internal import Concurrency
public import SQLite

@usableFromInline
protocol StoredType: AnyObject, Sendable {
  var name: String { get }
  var creation: String { get }
  /// The columns' names and declarations, in order, followed by the store's two own columns.
  var declarations: [(name: String, type: String)] { get }
}

/// The table of a type: its columns and SQL.
///
/// The store adds two columns: `_serial`, a unique number for each inserted row, and `_stamp`, the
/// version that last wrote the row. They determine what changed between two versions.
@usableFromInline
final class ObjectTable<Object: ConfinedObject>: StoredType, @unchecked Sendable {
  // Unchecked because a dictionary of Sendable key paths is not Sendable; nothing here is mutable.
  @usableFromInline let name = "\(Object.self)"
  @usableFromInline let columns = Object.columns
  /// The first column is the primary key.
  let keyIndex = 0
  private let indices: [PartialKeyPath<Object>: Int]
  @usableFromInline let insertion: String
  let replacement: String
  let selection: String
  let deletion: String
  /// For each column, the SQL that sets only that column.
  let assignments: [String]

  private init() {
    var indices: [PartialKeyPath<Object>: Int] = [:]
    for (index, column) in columns.enumerated() { indices[column.keyPath] = index }
    // Keys are compared by value: the protocol requirement's key path differs from the property's.
    let empty = Object()
    guard let first = columns.first, first.value(empty) as? Object.ID == empty.id else {
      fatalError("the first column of \(name) must be its id")
    }
    // SQLite would generate a number for a null key.
    guard !first.type.isOptional else {
      fatalError("the id of \(name) is optional, but a key cannot be null")
    }
    guard Set(columns.map(\.name)).count == columns.count, indices.count == columns.count else {
      fatalError("\(name) lists a column twice")
    }
    self.indices = indices
    let table = name.quoted
    let key = columns[keyIndex].name.quoted
    let names = columns.map(\.name.quoted)
    let marks = Array(repeating: "?", count: columns.count + 2).joined(separator: ", ")
    insertion =
      "INSERT INTO \(table) (\(names.joined(separator: ", ")), _serial, _stamp) VALUES (\(marks))"
    replacement =
      "UPDATE \(table) SET \(names.map { "\($0) = ?" }.joined(separator: ", ")), _stamp = ? WHERE \(key) = ?"
    selection = "SELECT \(names.joined(separator: ", ")), _serial, _stamp FROM \(table)"
    deletion = "DELETE FROM \(table) WHERE \(key) = ?"
    assignments = names.map { "UPDATE \(table) SET \($0) = ?, _stamp = ? WHERE \(key) = ?" }
    byKey = "\(selection) WHERE \(key) = ?"
  }

  @usableFromInline let byKey: String

  /// The table of the type, which is created once per process.
  static func shared() -> ObjectTable {
    let type = ObjectIdentifier(Object.self)
    if let known = tables.withLock({ $0[type] }) as? ObjectTable { return known }
    let made = ObjectTable()
    return tables.withLock { tables in
      let first = tables[type] as? ObjectTable ?? made
      tables[type] = first
      return first
    }
  }

  var keyName: String { columns[keyIndex].name.quoted }

  @usableFromInline
  var declarations: [(name: String, type: String)] {
    columns.map { ($0.name, $0.type.declaration) }
      + [("_serial", "INTEGER NOT NULL"), ("_stamp", "INTEGER NOT NULL")]
  }

  @usableFromInline
  var creation: String {
    var lines = declarations.map { "\($0.name.quoted) \($0.type)" }
    lines[keyIndex] += " PRIMARY KEY"
    let isRowID = columns[keyIndex].type == .integer
    return "CREATE TABLE \(name.quoted) (\(lines.joined(separator: ", "))) STRICT"
      + (isRowID ? "" : ", WITHOUT ROWID")
  }

  func index(of keyPath: PartialKeyPath<Object>) -> Int? { indices[keyPath] }

  /// The column's quoted name. Traps if the key path is not listed.
  func sqlName(of keyPath: PartialKeyPath<Object>) -> String {
    guard let index = indices[keyPath] else { fatalError("\(keyPath) is not a column of \(name)") }
    return columns[index].name.quoted
  }

  /// Reads a row of ``selection``.
  @inlinable
  func read(_ row: borrowing Row) throws(DatabaseError) -> StoredRow<Object> {
    var object = Object()
    for index in columns.indices { try columns[index].read(row, index, &object) }
    return StoredRow(
      object: object, serial: try row[columns.count], stamp: try row[columns.count + 1])
  }

  @inlinable
  func bind(_ object: Object, to statement: inout Statement) throws(DatabaseError) {
    for index in columns.indices { try columns[index].bind(object, &statement, index + 1) }
  }
}

@usableFromInline
struct StoredRow<Object: ConfinedObject>: Sendable {
  @usableFromInline let object: Object
  @usableFromInline let serial: Int64
  @usableFromInline let stamp: Int64

  @inlinable
  init(object: Object, serial: Int64, stamp: Int64) {
    self.object = object
    self.serial = serial
    self.stamp = stamp
  }
}

private let tables = Locked<[ObjectIdentifier: any StoredType]>([:])

extension String {
  var quoted: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
