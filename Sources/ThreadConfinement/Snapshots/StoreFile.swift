internal import Concurrency
internal import Foundation
internal import SQLite

/// The state that all stores of one file share in this process.
final class StoreFile: Sendable {
  private struct State {
    var idle: [LockedConnection] = []
    var pinned: [Int64: Int] = [:]
    var log = Log()
  }

  private struct Log {
    var length = 0
    /// The version and length of the log at its last complete copy.
    var copied: (version: Int64, length: Int)?
    var refusedLength: Int?
    var clearCount = 0

    var isLong: Bool { length > StoreFile.longLog }
  }

  private let path: String
  let writerQueue = WriterQueue()
  private let connecting: Connection.Configuration
  private let pageLimit: Int?
  private let state = Locked(State())
  let changeSignals = Locked<[ChangeSignal]>([])
  /// The columns that commits have set, for stores that advance to these later.
  let assigned = Locked(AssignedColumns())
  /// The highest serial number that a write of this process has used, also in a cancelled write, so
  /// that an object that was never stored is not confused with a later one.
  let lastSerial = Locked<Int64>(0)
  /// The log, which is opened when its length is first measured.
  private let openLog = Locked<CInt>(-1)
  private let startedWriteThread = Locked<ThreadPool?>(nil)

  private init(_ configuration: ConfinedStore.Configuration, at path: String) {
    self.path = path
    connecting = .standard.with(\.busyTimeout, configuration.busyTimeout)
      .with(\.synchronous, configuration.syncsCommits ? .full : .off)
    pageLimit = configuration.pageLimit
  }

  static func shared(_ configuration: ConfinedStore.Configuration) -> StoreFile {
    // The same for all paths of a file, even before it exists.
    let path = configuration.file.resolvedPath
    return inUse.object(for: path) { StoreFile(configuration, at: path) }
  }

  private static let inUse = WeakCache<String, StoreFile>()

  deinit {
    openLog.withLock { if $0 >= 0 { close($0) } }
    Self.inUse.remove(self)
  }

  func takeConnection() throws(ConfinedStore.Failure) -> LockedConnection {
    if let idle = state.withLock({ $0.idle.popLast() }) { return idle }
    return try LockedConnection(at: URL(filePath: path), connecting, pageLimit: pageLimit)
  }

  /// At most eight idle connections are kept.
  func returnConnection(_ connection: LockedConnection) {
    state.withLock { if $0.idle.count < 8 { $0.idle.append(connection) } }
  }

  /// The thread on which asynchronous writes begin, wait for their store, and commit. All threads
  /// of a shared pool may be blocked by stores that wait for that write.
  var writeThread: ThreadPool {
    startedWriteThread.withLock { thread in
      let started = thread ?? ThreadPool(name: "store.write")
      thread = started
      return started
    }
  }

  /// Makes the other stores of this process check for changes; after a commit, of another store.
  func signalOthers(than own: ChangeSignal, afterCommit: Bool = true) {
    for changeSignal in changeSignals.withLock({ $0 }) where changeSignal !== own {
      changeSignal.signal(byOther: afterCommit)
    }
  }
}

extension StoreFile {
  /// The length in bytes above which the write-ahead log is copied to the database.
  static let longLog = 4_000_000

  var logClearCount: Int { state.withLock { $0.log.clearCount } }

  /// Whether the log is short, and a snapshot after `count` copies does not prevent its restart.
  func isLogShort(sinceClear count: Int) -> Bool {
    state.withLock { !$0.log.isLong && $0.log.clearCount == count }
  }

  func pin(_ version: Int64) { state.withLock { $0.pinned[version, default: 0] += 1 } }

  func unpin(_ version: Int64) {
    state.withLock { state in
      guard let count = state.pinned[version] else { return }
      state.pinned[version] = count > 1 ? count - 1 : nil
    }
  }

  var pinnedVersions: [Int64] { state.withLock { $0.pinned.keys.sorted() } }

  /// Measures the log. Returns whether a caller that pinned that version should copy the log: it is
  /// long, has grown, and nothing known prevents a complete copy.
  func shouldClearLog(at version: Int64, afterCommit: Bool) -> Bool {
    let length = logLength
    return state.withLock { state in
      if let length { state.log.length = length }
      let log = state.log
      guard log.isLong, state.pinned.count == 1, state.pinned[version] != nil else { return false }
      // The log has not grown since the last copy.
      if let copied = log.copied, copied == (version, log.length) { return false }
      // Another process prevents the copy; not every commit tries again.
      guard afterCommit, let refused = log.refusedLength else { return true }
      return !(refused..<refused + 100_000).contains(log.length)
    }
  }

  /// The length of the log; nil if it cannot be measured. Uses `lseek` instead of `stat`, which
  /// would make the file system update the file's times at the next commit.
  private var logLength: Int? {
    openLog.withLock { log in
      if log < 0 { log = open(path + "-wal", O_RDONLY | O_CLOEXEC) }
      let end = lseek(log, 0, SEEK_END)
      return end >= 0 ? Int(end) : nil
    }
  }

  /// Copies the log to the database, and has the other stores pin their version again. Snapshots
  /// pinned afterwards read only the database; once all do, the next write restarts the log.
  ///
  /// SQLite's own checkpoint would copy a long log at each commit and never restart it, because
  /// each store always pins a version. `version` is the one that the calling store has pinned.
  func clearLog(at version: Int64, for own: ChangeSignal) {
    let isCopied = copyLog()
    state.withLock { state in
      state.log.refusedLength = isCopied ? nil : state.log.length
      guard isCopied else { return }
      state.log.copied = (version, state.log.length)
      state.log.clearCount += 1
    }
    guard isCopied else { return }
    signalOthers(than: own, afterCommit: false)
  }

  private func copyLog() -> Bool {
    // After a failure the log is only longer; the next read or write reports the cause.
    guard let connection = try? takeConnection() else { return false }
    defer { returnConnection(connection) }
    let result = try? connection.use { (connection) throws(DatabaseError) -> (Int, Int, Int)? in
      try connection.first("PRAGMA wal_checkpoint(PASSIVE)")
    }
    guard let (busy, pages, copied) = result ?? nil else { return false }
    return busy == 0 && pages == copied
  }
}
