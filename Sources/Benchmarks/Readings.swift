import CSQLite
import Foundation
import ThreadConfinement

/// What the stores of these benchmarks hold.
struct Reading: ConfinedObject {
  var id = 0
  var name = ""
  var value = 0.0

  static let columns = [
    Column("id", \Reading.id), Column("name", \.name), Column("value", \.value),
  ]

  /// Half of the names are short enough to stand in the `String` itself.
  static func sample(_ count: Int) -> [Reading] {
    (0..<count).map { number in
      let name = number.isMultiple(of: 2) ? "Ann \(number)" : "Taylor and Jake, number \(number)"
      return Reading(id: number, name: name, value: Double(number) / 3)
    }
  }
}

/// A folder that goes with its owner.
final class ScratchFolder {
  let url = FileManager.default.temporaryDirectory.appending(
    path: "Benchmarks-\(UUID().uuidString)")

  init() {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      fatalError("\(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// A confined store on a file.
final class StoreOfReadings {
  let store: ConfinedStore
  private let folder = ScratchFolder()
  private var token: NotificationToken?
  private var round = 0

  init(filledWith count: Int = 0) {
    do {
      let file = folder.url.appending(path: "store.db")
      store = try .open(.init(file: file, schema: [Reading.self]))
      if count > 0 { try store.write { try store.add(Reading.sample(count)) } }
    } catch {
      fatalError("\(error)")
    }
  }

  func watch(_ watched: Watched) {
    do {
      token = try store.objects(Reading.self).where { $0.value >= 0 }.observe { change in
        if case .update(_, _, _, let modifications) = change { watched.note(modifications.count) }
      }
      try store.refresh()
    } catch {
      fatalError("\(error)")
    }
  }

  func renameHundred() {
    round += 1
    do {
      try store.write {
        for place in 0..<100 {
          let live = store.object(ofType: Reading.self, forPrimaryKey: place * 997)
          live?.name = "Bob \(round)"
        }
      }
    } catch {
      fatalError("\(error)")
    }
  }
}

/// How many changes an observer was told of last.
final class Watched {
  private var count = 0

  func note(_ count: Int) { self.count = count }

  func expect(_ wanted: Int) {
    if count != wanted { fatalError("told of \(count) changes") }
    count = 0
  }
}

/// The same rows in a file, by hand.
final class BareReadings {
  let database: BareSQLite
  private let folder = ScratchFolder()
  private var round = 0

  init(filledWith count: Int = 0) {
    database = BareSQLite(at: folder.url.appending(path: "bare.db").path)
    database.execute(
      "CREATE TABLE Reading (id INTEGER PRIMARY KEY, name TEXT NOT NULL, value REAL NOT NULL)")
    let insertion = database.prepare("INSERT INTO Reading VALUES (?, ?, ?)")
    database.execute("BEGIN")
    for reading in Reading.sample(count) { insert(reading, with: insertion) }
    database.execute("COMMIT")
  }

  func insert(_ reading: Reading, with statement: OpaquePointer) {
    BareSQLite.insert(
      Measurement(id: reading.id, name: reading.name, value: reading.value), with: statement)
  }

  func reading(_ key: Int, with statement: OpaquePointer) -> Measurement? {
    sqlite3_bind_int64(statement, 1, Int64(key))
    defer { sqlite3_reset(statement) }
    return sqlite3_step(statement) == SQLITE_ROW ? BareSQLite.measurement(statement) : nil
  }

  func count(above value: Double, with statement: OpaquePointer) -> Int {
    sqlite3_bind_double(statement, 1, value)
    defer { sqlite3_reset(statement) }
    return sqlite3_step(statement) == SQLITE_ROW ? Int(sqlite3_column_int64(statement, 0)) : -1
  }

  func readings(above value: Double, with statement: OpaquePointer) -> [Measurement] {
    sqlite3_bind_double(statement, 1, value)
    defer { sqlite3_reset(statement) }
    var rows: [Measurement] = []
    while sqlite3_step(statement) == SQLITE_ROW { rows.append(BareSQLite.measurement(statement)) }
    return rows
  }

  func ids(with statement: OpaquePointer) -> [Int64] {
    defer { sqlite3_reset(statement) }
    var ids: [Int64] = []
    while sqlite3_step(statement) == SQLITE_ROW { ids.append(sqlite3_column_int64(statement, 0)) }
    return ids
  }

  func renameHundred(with statement: OpaquePointer) {
    round += 1
    database.execute("BEGIN IMMEDIATE")
    for place in 0..<100 {
      BareSQLite.bind("Bob \(round)", at: 1, to: statement)
      sqlite3_bind_int64(statement, 2, Int64(place * 997))
      guard sqlite3_step(statement) == SQLITE_DONE else { fatalError("update") }
      sqlite3_reset(statement)
    }
    database.execute("COMMIT")
  }
}
