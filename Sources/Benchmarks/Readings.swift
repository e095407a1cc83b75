import CSQLite
import Foundation
import SQLite
import ThreadConfinement

/// A row of the benchmarks of SQLite, and an object of those of the confined store.
struct Reading: ConfinedObject {
  var id = 0
  var name = ""
  var value = 0.0

  static let columns = [
    Column("id", \Reading.id), Column("name", \.name), Column("value", \.value),
  ]

  static let table =
    "CREATE TABLE Reading (id INTEGER PRIMARY KEY, name TEXT NOT NULL, value REAL NOT NULL)"
  static let insertion = "INSERT INTO Reading VALUES (?, ?, ?)"

  static func sample(_ count: Int) -> [Reading] {
    (0..<count).map { Reading(id: $0, name: sampleName($0), value: Double($0) / 3) }
  }
}

extension Reading: RowReadable {
  init(_ row: borrowing Row) throws(DatabaseError) {
    self.init(id: try row[0], name: try row[1], value: try row[2])
  }
}

/// Half of the names are short enough to be stored inline in the `String`.
func sampleName(_ number: Int) -> String {
  number.isMultiple(of: 2) ? "Ann \(number)" : "Taylor and Jake, number \(number)"
}

/// A confined store on a file.
final class StoreOfReadings {
  let store: ConfinedStore
  /// The number of changes that the observer received last.
  var changes = 0
  private let folder = WorkloadFolder()
  private var token: NotificationToken?

  init(filledWith count: Int = 0) {
    CurrentThread.takesTasks(from: NoLoop(), name: "benchmark")
    let file = folder.url.appending(path: "store.db")
    store = must { try .open(.init(file: file, schema: [Reading.self])) }
    if count > 0 { must { try store.write { try store.add(Reading.sample(count)) } } }
  }

  /// Adds an observer that the store notifies at each refresh.
  func watch() {
    must {
      token = try store.objects(Reading.self).where { $0.value >= 0 }
        .observe { [unowned self] change in
          if case .update(_, _, _, let modifications) = change { changes = modifications.count }
        }
      try store.refresh()
    }
  }
}

/// A loop that refuses all tasks, so that only `refresh` notifies observers.
private struct NoLoop: TaskLoop {
  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool { false }
}

/// The reference for a checked read: a value that is read through a key path after a check of the
/// thread.
final class CheckedReading {
  private let key: pthread_key_t
  private let token: UnsafeMutableRawPointer
  private var value = Reading(id: 5)

  init() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    self.key = key
    token = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    pthread_setspecific(key, token)
  }

  deinit { token.deallocate() }

  @inline(__always)
  func read<Value>(_ keyPath: KeyPath<Reading, Value>) -> Value {
    guard pthread_getspecific(key) == token else { giveUp("wrong thread") }
    return value[keyPath: keyPath]
  }
}

/// The reference for the same rows: in a file or in memory, through SQLite's C functions.
final class BareReadings {
  let database: BareSQLite
  private let insertion: OpaquePointer
  private let folder = WorkloadFolder()

  init(filledWith count: Int = 0, inMemory: Bool = false) {
    let file = folder.url.appending(path: "bare.db").path
    database = BareSQLite(at: inMemory ? ":memory:" : file)
    database.execute(Reading.table)
    insertion = database.prepare(Reading.insertion)
    replaceAll(with: Reading.sample(count))
  }

  func replaceAll(with readings: [Reading]) {
    database.execute("BEGIN IMMEDIATE; DELETE FROM Reading")
    for reading in readings { insert(reading, with: insertion) }
    database.execute("COMMIT")
  }

  func insert(_ reading: Reading, with statement: OpaquePointer) {
    sqlite3_bind_int64(statement, 1, Int64(reading.id))
    BareSQLite.bind(reading.name, at: 2, to: statement)
    sqlite3_bind_double(statement, 3, reading.value)
    database.run(statement)
  }

  func all(with statement: OpaquePointer) -> [Reading] {
    database.rows(of: statement) {
      Reading(
        id: Int(sqlite3_column_int64($0, 0)), name: BareSQLite.text($0, 1),
        value: sqlite3_column_double($0, 2))
    }
  }
}
