import CSQLite
import Foundation
import ThreadConfinement

/// An object of these benchmarks.
struct Reading: ConfinedObject {
  var id = 0
  var name = ""
  var value = 0.0

  static let columns = [
    Column("id", \Reading.id), Column("name", \.name), Column("value", \.value),
  ]

  /// Half of the names are short enough to be stored inline in the `String`.
  static func sample(_ count: Int) -> [Reading] {
    (0..<count).map { number in
      let name = number.isMultiple(of: 2) ? "Ann \(number)" : "Taylor and Jake, number \(number)"
      return Reading(id: number, name: name, value: Double(number) / 3)
    }
  }
}

/// A confined store on a file.
final class StoreOfReadings {
  let store: ConfinedStore
  private let folder = WorkloadFolder()
  private var token: NotificationToken?

  init(filledWith count: Int = 0) {
    CurrentThread.takesTasks(from: NoLoop(), name: "benchmark")
    do {
      let file = folder.url.appending(path: "store.db")
      store = try .open(.init(file: file, schema: [Reading.self]))
      if count > 0 { try store.write { try store.add(Reading.sample(count)) } }
    } catch {
      giveUp("\(error)")
    }
  }

  /// Adds an observer that the store notifies at each refresh.
  func watch(_ watched: Watched) {
    do {
      token = try store.objects(Reading.self).where { $0.value >= 0 }.observe { change in
        if case .update(_, _, _, let modifications) = change { watched.note(modifications.count) }
      }
      try store.refresh()
    } catch {
      giveUp("\(error)")
    }
  }
}

/// A loop that refuses all tasks, so that only `refresh` notifies observers.
private struct NoLoop: TaskLoop {
  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool { false }
}

/// The number of changes that an observer received last.
final class Watched {
  private var count = 0

  func note(_ count: Int) { self.count = count }

  func expect(_ wanted: Int) {
    if count != wanted { giveUp("told of \(count) changes") }
    count = 0
  }
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

/// The reference for the confined store: the same rows in a file, through SQLite's C functions.
final class BareReadings {
  let database: BareSQLite
  private let folder = WorkloadFolder()

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
}
