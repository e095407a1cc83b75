internal import Concurrency
internal import Foundation
internal import SQLite

/// What all stores on one file share in this process: connections, the queue of writers, and the
/// change signals of the stores.
final class StoreFile: Sendable {
  private struct State {
    var idle: [LockedConnection] = []
    var changeSignals: [ChangeSignal] = []
    var assigned = AssignedColumns()
    var lastSerial: Int64 = 0
    var clearedFrames = 0
  }

  let url: URL
  let writerQueue: WriterQueue
  private let busyTimeout: Duration
  private let pageLimit: Int?
  private let state = Locked(State())

  private init(_ configuration: ConfinedStore.Configuration, at path: String) {
    url = URL(filePath: path)
    writerQueue = WriterQueue(patience: configuration.busyTimeout)
    busyTimeout = configuration.busyTimeout
    pageLimit = configuration.pageLimit
  }

  /// The one for that file. What the first configuration says of waiting and of room holds for all.
  static func shared(_ configuration: ConfinedStore.Configuration) -> StoreFile {
    // The same for all names of a file, also before it exists.
    let path = configuration.file.resolvedPath
    let new = StoreFile(configuration, at: path)
    // What is looked at under the lock may be released by its last other owner meanwhile, and closes files then: so all
    // of it is returned, and released after the lock.
    let (shared, _) = files.withLock { files -> (StoreFile, [StoreFile]) in
      if let known = files[path]?.file { return (known, []) }
      let others = files.values.compactMap(\.file)
      files = files.filter { $0.value.file != nil }
      files[path] = WeakFile(file: new)
      return (new, others)
    }
    return shared
  }

  // MARK: Connections

  /// A connection that nothing else uses.
  func takeConnection() throws(DatabaseError) -> LockedConnection {
    if let idle = state.withLock({ $0.idle.popLast() }) { return idle }
    return try LockedConnection(at: url, busyTimeout: busyTimeout, pageLimit: pageLimit)
  }

  /// Keeps a connection for later use, up to eight of them.
  func giveBack(_ connection: LockedConnection) {
    state.withLock { if $0.idle.count < 8 { $0.idle.append(connection) } }
  }

  /// The highest serial that a write of this process has used, cancelled ones included, so that an object
  /// that was never stored is not taken for one that was added later.
  var lastSerial: Int64 {
    get { state.withLock { $0.lastSerial } }
    set { state.withLock { $0.lastSerial = newValue } }
  }

  /// Whether a log of that length was not cleared last, so that clearing it is signalled once.
  func isFirstTime(_ frames: Int) -> Bool {
    state.withLock { state in
      defer { state.clearedFrames = frames }
      return state.clearedFrames != frames
    }
  }

  // MARK: Change signals

  func add(_ changeSignal: ChangeSignal) {
    state.withLock { $0.changeSignals.append(changeSignal) }
  }

  func remove(_ changeSignal: ChangeSignal) {
    state.withLock { $0.changeSignals.removeAll { $0 === changeSignal } }
  }

  var changeSignals: [ChangeSignal] { state.withLock { $0.changeSignals } }

  /// After a commit: lets the other stores of this process look at it, each where it is confined.
  func signalOthers(than own: ChangeSignal) {
    for changeSignal in changeSignals where changeSignal !== own {
      changeSignal.signal(byOther: true)
    }
  }

  // MARK: What was set

  /// Remembers what a commit is about to set, for stores that have not come to that version yet.
  func remember(_ commit: AssignedColumns.Commit, version: Int64) {
    state.withLock { $0.assigned.append(commit, version: version) }
  }

  /// Forgets a commit that has failed, before the turn to write is given away.
  func forget(version: Int64) { state.withLock { $0.assigned.removeLast(version: version) } }

  /// The columns of a row that were set after one version and up to another.
  func columnsSet(in type: String, serial: Int64, after: Int64, upTo: Int64) -> Set<Int> {
    state.withLock { $0.assigned.columns(of: serial, in: type, after: after, upTo: upTo) }
  }
}

private struct WeakFile: Sendable {
  weak var file: StoreFile?
}

private let files = Locked<[String: WeakFile]>([:])
