import CSQLite
import Foundation
import ThreadConfinement

extension Comparison {
  /// Both start a thread that opens the file, stores one row durably, closes the file and ends.
  static let openAndWrite = Comparison(
    name: "ConfinedStore: a new thread opens, writes once and closes",
    reference: "the same steps in C", limit: 2, isUnsteady: true
  ) {
    let folders = (kept: ScratchFolder(), bare: ScratchFolder())
    let kept = ConfinedStore.Configuration(
      file: folders.kept.url.appending(path: "store.db"), schema: [Reading.self])
    let bare = folders.bare.url.appending(path: "bare.db").path
    BareSQLite(at: bare).execute(createReading)
    let reading = Reading(id: 1, name: "Ann", value: 1)
    openAndWrite(reading, in: kept)
    return (
      { repetitions in
        for _ in 0..<repetitions { openAndWrite(reading, in: kept) }
        withExtendedLifetime(folders) {}
      },
      { repetitions in
        for _ in 0..<repetitions { onNewThread { replaceOnce(reading, at: bare) } }
        withExtendedLifetime(folders) {}
      }
    )
  }

  private static func openAndWrite(
    _ reading: Reading, in configuration: ConfinedStore.Configuration
  ) {
    let thread = ConfinedThread(name: "writer")
    thread.async {
      must {
        let store = try ConfinedStore.open(configuration)
        try store.write { _ = try store.add(reading, update: .all) }
      }
    }
    thread.finish()
  }

  private static func replaceOnce(_ reading: Reading, at path: String) {
    let database = BareSQLite(at: path)
    let replace = database.prepare(replaceReading)
    database.execute("BEGIN IMMEDIATE")
    BareSQLite.insert(
      Measurement(id: reading.id, name: reading.name, value: reading.value), with: replace)
    database.execute("COMMIT")
    sqlite3_finalize(replace)
  }

  /// Each commit is durable. An app makes such commits in a row, and its observers receive all
  /// changes at the next turn of the loop: here, after the last commit.
  static let smallCommits = Comparison(
    name: "ConfinedStore: 20 small commits in a row, with an observer",
    reference: "the same commits in C", limit: 1.3
  ) {
    let (kept, bare) = (StoreOfReadings(filledWith: 100), BareReadings(filledWith: 100))
    let watched = Watched()
    kept.watch(watched)
    let replace = bare.database.prepare(replaceReading)
    let (begin, commit) = (
      bare.database.prepare("BEGIN IMMEDIATE"), bare.database.prepare("COMMIT")
    )
    let row = 1...20
    return (
      { repetitions in
        for _ in 0..<repetitions {
          for number in row {
            let reading = Reading(id: 7, name: "Ann \(number)", value: 1)
            must { try kept.store.write { _ = try kept.store.add(reading, update: .all) } }
          }
          must { _ = try kept.store.refresh() }
          watched.expect(1)
        }
      },
      { repetitions in
        for _ in 0..<repetitions {
          for number in row {
            let reading = Reading(id: 7, name: "Ann \(number)", value: 1)
            bare.database.run(begin)
            bare.insert(reading, with: replace)
            bare.database.run(commit)
          }
        }
      }
    )
  }

  private static let createReading =
    "CREATE TABLE Reading (id INTEGER PRIMARY KEY, name TEXT NOT NULL, value REAL NOT NULL)"
  private static let replaceReading = "INSERT OR REPLACE INTO Reading VALUES (?, ?, ?)"

  /// Runs the closure on a new thread and waits for the thread to end.
  private static func onNewThread(_ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(ThreadStart(body: body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      pthread_create(&thread, nil, { ThreadStart.run($0) }, start)
      if let thread { pthread_join(thread, nil) }
    #else
      var thread = pthread_t()
      pthread_create(&thread, nil, { $0.flatMap { ThreadStart.run($0) } }, start)
      pthread_join(thread, nil)
    #endif
  }
}

/// The argument of `pthread_create`: a closure.
private final class ThreadStart {
  private let body: () -> Void

  init(body: @escaping () -> Void) { self.body = body }

  static func run(_ start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue().body()
    return nil
  }
}
