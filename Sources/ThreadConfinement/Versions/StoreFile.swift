internal import Foundation
internal import Locking
internal import SQLite

/// What all stores on one file share in this process: connections, the turn to write, and who is
/// to be told of a commit.
final class StoreFile: Sendable {
  private struct State {
    var idle: [Session] = []
    var doorbells: [Doorbell] = []
    var assignments: [Assignment] = []
    var lastSerial: Int64 = 0
    var clearedFrames = 0
  }

  /// Columns that were set in a version, to whatever value: notifications name them even if the value is the same.
  struct Assignment: Sendable {
    let version: Int64
    let type: String
    /// By the row's serial.
    let columns: [Int64: Set<Int>]
  }

  let url: URL
  let turn = WriterTurn()
  private let busyTimeout: Duration
  private let pageLimit: Int?
  private let state = Locked(State())

  private init(_ configuration: ConfinedStore.Configuration) {
    url = configuration.file
    busyTimeout = configuration.busyTimeout
    pageLimit = configuration.pageLimit
  }

  /// The one for that file.
  static func shared(_ configuration: ConfinedStore.Configuration) -> StoreFile {
    let path = configuration.file.resolvingSymlinksInPath().standardizedFileURL.path
    return files.withLock { files in
      if let known = files[path]?.file { return known }
      files = files.filter { $0.value.file != nil }
      let made = StoreFile(configuration)
      files[path] = WeakFile(file: made)
      return made
    }
  }

  // MARK: Connections

  /// A connection that nobody else uses.
  func takeSession() throws(DatabaseError) -> Session {
    if let idle = state.withLock({ $0.idle.popLast() }) { return idle }
    return try Session(at: url, busyTimeout: busyTimeout, pageLimit: pageLimit)
  }

  /// Keeps a connection for the next who needs one; a few, no more.
  func giveBack(_ session: Session) {
    state.withLock { if $0.idle.count < 8 { $0.idle.append(session) } }
  }

  /// The highest serial that a write of this process has used, cancelled ones included, so that an object
  /// that was never stored is not taken for one that was added later.
  var lastSerial: Int64 {
    get { state.withLock { $0.lastSerial } }
    set { state.withLock { $0.lastSerial = newValue } }
  }

  /// Whether a log of that length was not cleared last, so that clearing it is told once.
  func isFirstTime(_ frames: Int) -> Bool {
    state.withLock { state in
      defer { state.clearedFrames = frames }
      return state.clearedFrames != frames
    }
  }

  // MARK: Who is told

  func add(_ doorbell: Doorbell) { state.withLock { $0.doorbells.append(doorbell) } }

  func remove(_ doorbell: Doorbell) {
    state.withLock { $0.doorbells.removeAll { $0 === doorbell } }
  }

  var doorbells: [Doorbell] { state.withLock { $0.doorbells } }

  /// After a commit: lets the other stores of this process look at it, each where it is confined.
  func tellOthers(than own: Doorbell) {
    for doorbell in doorbells where doorbell !== own { doorbell.ring(byOther: true) }
  }

  // MARK: What was set

  /// Remembers what a commit set, for stores that have not come to that version yet.
  func remember(_ assignments: [Assignment]) {
    state.withLock { state in
      state.assignments += assignments
      // Whoever is further behind sees the columns whose values differ, and no others.
      if state.assignments.count > 512 { state.assignments.removeFirst(256) }
    }
  }

  /// The columns of a row that were set after one version and up to another.
  func columnsSet(in type: String, serial: Int64, after: Int64, upTo: Int64) -> Set<Int> {
    state.withLock { state in
      state.assignments.reduce(into: []) { columns, assignment in
        guard assignment.version > after, assignment.version <= upTo, assignment.type == type,
          let set = assignment.columns[serial]
        else { return }
        columns.formUnion(set)
      }
    }
  }
}

private struct WeakFile: Sendable {
  weak var file: StoreFile?
}

private let files = Locked<[String: WeakFile]>([:])
