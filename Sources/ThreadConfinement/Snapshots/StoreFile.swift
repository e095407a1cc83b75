internal import Concurrency
internal import Foundation
internal import SQLite

/// What the stores of one file share in this process: connections, the queue of writers, and the
/// stores' change signals.
final class StoreFile: Sendable {
  private struct State {
    var idle: [LockedConnection] = []
    var changeSignals: [ChangeSignal] = []
    var assigned = AssignedColumns()
    var lastSerial: Int64 = 0
    /// How many snapshots there are of each version.
    var pinned: [Int64: Int] = [:]
    var log = Log()
  }

  private struct Log {
    /// The length of its file when it was measured last, in bytes.
    var length = 0
    /// The version at which all of it was copied last, and its length then.
    var copied: (version: Int64, length: Int)?
    /// Its length when not all of it could be copied.
    var refusedLength: Int?
    /// How often all of it was copied.
    var clearCount = 0

    var isLong: Bool { length > StoreFile.longLog }
  }

  let url: URL
  let writerQueue: WriterQueue
  private let busyTimeout: Duration
  private let pageLimit: Int?
  private let state = Locked(State())
  private let openLog = Locked<OpenFile?>(nil)

  private init(_ configuration: ConfinedStore.Configuration, at path: String) {
    url = URL(filePath: path)
    writerQueue = WriterQueue(patience: configuration.busyTimeout)
    busyTimeout = configuration.busyTimeout
    pageLimit = configuration.pageLimit
  }

  /// The shared object of that file. The time limit and the page limit of the first configuration
  /// apply to all stores.
  static func shared(_ configuration: ConfinedStore.Configuration) -> StoreFile {
    // The same for all names of a file, also before it exists.
    let path = configuration.file.resolvedPath
    let new = StoreFile(configuration, at: path)
    // What is looked at under the lock may be released by its last other owner meanwhile, and
    // closes files then: so all of it is returned, and released after the lock.
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

  /// A connection for exclusive use.
  func takeConnection() throws(DatabaseError) -> LockedConnection {
    if let idle = state.withLock({ $0.idle.popLast() }) { return idle }
    return try LockedConnection(at: url, busyTimeout: busyTimeout, pageLimit: pageLimit)
  }

  /// Keeps a connection for reuse; at most eight are kept.
  func giveBack(_ connection: LockedConnection) {
    state.withLock { if $0.idle.count < 8 { $0.idle.append(connection) } }
  }

  /// The highest serial that a write of this process has used, cancelled ones included, so that an
  /// object that was never stored is not taken for one that was added later.
  var lastSerial: Int64 {
    get { state.withLock { $0.lastSerial } }
    set { state.withLock { $0.lastSerial = newValue } }
  }

  // MARK: Change signals

  func add(_ changeSignal: ChangeSignal) {
    state.withLock { $0.changeSignals.append(changeSignal) }
  }

  func remove(_ changeSignal: ChangeSignal) {
    state.withLock { $0.changeSignals.removeAll { $0 === changeSignal } }
  }

  var changeSignals: [ChangeSignal] { state.withLock { $0.changeSignals } }

  /// Signals a commit to the other stores of this process.
  func signalOthers(than own: ChangeSignal) {
    for changeSignal in changeSignals where changeSignal !== own {
      changeSignal.signal(byOther: true)
    }
  }

  // MARK: What was set

  /// Records what a commit is about to set, for stores that have not advanced to that version yet.
  func record(_ commit: AssignedColumns.Commit, version: Int64) {
    state.withLock { $0.assigned.append(commit, version: version) }
  }

  /// Forgets a commit that has failed, before the turn to write is given away.
  func forget(version: Int64) { state.withLock { $0.assigned.removeLast(version: version) } }

  /// The columns of a row that were set after one version and up to another.
  func columnsSet(in type: String, serial: Int64, after: Int64, upTo: Int64) -> Set<Int> {
    state.withLock { $0.assigned.columns(of: serial, in: type, after: after, upTo: upTo) }
  }
}

/// A file that is open for its length alone.
private final class OpenFile: Sendable {
  let descriptor: CInt

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }
}

private struct WeakFile: Sendable {
  weak var file: StoreFile?
}

private let files = Locked<[String: WeakFile]>([:])

// MARK: The write-ahead log

extension StoreFile {
  /// The length in bytes beyond which the write-ahead log is copied to the database.
  static let longLog = 4_000_000
  /// How many bytes a log that could not be copied completely grows before another commit tries again.
  private static let logStep = 100_000

  /// How often all of the log was copied.
  var logClearCount: Int { state.withLock { $0.log.clearCount } }

  /// Whether the log is short, and a snapshot from after that many copies does not keep it from being
  /// restarted.
  func isLogShort(sinceClear count: Int) -> Bool {
    state.withLock { !$0.log.isLong && $0.log.clearCount == count }
  }

  /// Notes a snapshot of that version.
  func pin(_ version: Int64) { state.withLock { $0.pinned[version, default: 0] += 1 } }

  /// Ends the note of a snapshot.
  func unpin(_ version: Int64) {
    state.withLock { state in
      guard let count = state.pinned[version] else { return }
      state.pinned[version] = count > 1 ? count - 1 : nil
    }
  }

  /// Measures the log.
  ///
  /// - Returns: whether it is long, and can be copied completely as far as this process knows, once the
  ///   caller has released its snapshot of that version.
  func shouldClearLog(at version: Int64, afterCommit: Bool) -> Bool {
    let length = logLength
    return state.withLock { state in
      if let length { state.log.length = length }
      let log = state.log
      guard log.isLong, state.pinned.count == 1, state.pinned[version] != nil else { return false }
      // Nothing was added since.
      if let copied = log.copied, copied == (version, log.length) { return false }
      // Another process keeps it: commits in a row do not try each time.
      guard afterCommit, let refused = log.refusedLength else { return true }
      return !(refused..<refused + Self.logStep).contains(log.length)
    }
  }

  /// Nil if it cannot be measured. The end of an open file instead of `stat`, after which the file system
  /// would write the times of the file with the next commit.
  private var logLength: Int? {
    guard let log = openLog.withLock({ $0 }) ?? openedLog() else { return nil }
    let end = lseek(log.descriptor, 0, SEEK_END)
    return end >= 0 ? Int(end) : nil
  }

  /// The log exists as long as a connection is open, and a store has one.
  private func openedLog() -> OpenFile? {
    let new = OpenFile(url.path + "-wal")
    return openLog.withLock { log in
      log = log ?? new
      return log
    }
  }

  /// Copies the log to the database. Versions that are pinned from then on are read from the database
  /// alone, and once all are, the next write restarts the log. So the other stores are signalled to
  /// pin again.
  ///
  /// SQLite by itself would copy at each commit once the log is long, and never restart it: a log is
  /// restarted only when no connection reads from it, and each store has a version pinned all the
  /// time.
  ///
  /// - Parameters:
  ///   - version: the version that the caller had pinned.
  ///   - own: the signal of the store that calls this, after it has released its snapshot.
  func clearLog(at version: Int64, for own: ChangeSignal) {
    let isCopied = copyLog()
    state.withLock { state in
      if isCopied {
        state.log.copied = (version, state.log.length)
        state.log.clearCount += 1
      }
      state.log.refusedLength = isCopied ? nil : state.log.length
    }
    guard isCopied else { return }
    for changeSignal in changeSignals where changeSignal !== own {
      changeSignal.signal(byOther: false)
    }
  }

  /// - Returns: whether all of the log was copied.
  private func copyLog() -> Bool {
    // A failure only leaves the log longer; the next read or write reports its cause.
    guard let connection = try? takeConnection() else { return false }
    defer { giveBack(connection) }
    let answer = try? connection.use { (connection) throws(DatabaseError) -> (Int, Int, Int)? in
      try connection.first("PRAGMA wal_checkpoint(PASSIVE)")
    }
    guard let (busy, pages, copied) = answer ?? nil else { return false }
    return busy == 0 && pages == copied
  }
}
