import SQLite
import ThreadConfinement

/// A row of the benchmarks of SQLite, and an object of those of the confined store.
struct Reading: ConfinedObject, Codable {
  var id = 0
  var name = ""
  var value = 0.0

  static let columns = [
    Column("id", \Reading.id), Column("name", \.name), Column("value", \.value),
  ]

  static let table =
    "CREATE TABLE Reading (id INTEGER PRIMARY KEY, name TEXT NOT NULL, value REAL NOT NULL)"
  static let insertion = "INSERT INTO Reading VALUES (?, ?, ?)"

  /// Half of the names are short enough to be stored inline in the `String`.
  static func sample(_ count: Int) -> [Reading] {
    (0..<count).map { number in
      let isShort = number.isMultiple(of: 2)
      let name = isShort ? "Ann \(number)" : "Taylor and Jake, number \(number)"
      return Reading(id: number, name: name, value: Double(number) / 3)
    }
  }
}

extension Reading: RowReadable {
  init(_ row: borrowing Row) throws(DatabaseError) {
    self.init(id: try row[0], name: try row[1], value: try row[2])
  }
}
