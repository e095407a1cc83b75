internal import Concurrency
internal import Foundation
internal import SQLite

/// The state that all stores of one file share in this process.
final class StoreFile: Sendable {
  private struct State {
    var idle: [LockedConnection] = []
    /// The number of snapshots of each version.
    var pinned: [Int64: Int] = [:]
    var log = Log()
  }

  private struct Log {
    /// The last measured length of the log file, in bytes.
    var length = 0
    /// The version and length of the log at its last complete copy.
    var copied: (version: Int64, length: Int)?
    /// The length of the log at the last incomplete copy.
    var refusedLength: Int?
    /// The number of complete copies.
    var clearCount = 0

    var isLong: Bool { length > StoreFile.longLog }
  }

  let url: URL
  private let path: String
  let writerQueue = WriterQueue()
  private let connecting: Connection.Configuration
  private let pageLimit: Int?
  private let state = Locked(State())
  /// The signals of the open stores.
  let changeSignals = Locked<[ChangeSignal]>([])
  /// The columns that commits have set, for stores that advance to these later.
  let assigned = Locked(AssignedColumns())
  /// The highest serial number that a write of this process has used, also in a cancelled write, so
  /// that an object that was never stored is not confused with a later one.
  let lastSerial = Locked<Int64>(0)
  private let openLog = Locked<OpenFile?>(nil)
  private let startedWriteThread = Locked<ThreadPool?>(nil)

  private init(_ configuration: ConfinedStore.Configuration, at path: String) {
    url = URL(filePath: path)
    self.path = path
    connecting = .standard.with(\.busyTimeout, configuration.busyTimeout)
      .with(\.synchronous, configuration.syncsCommits ? .full : .off)
    pageLimit = configuration.pageLimit
  }

  /// The shared object of a file. The limits of the first configuration apply to all its stores.
  static func shared(_ configuration: ConfinedStore.Configuration) -> StoreFile {
    // The same for all paths of a file, even before it exists.
    let path = configuration.file.resolvedPath
    return inUse.object(for: path) { StoreFile(configuration, at: path) }
  }

  private static let inUse = WeakCache<String, StoreFile>()

  deinit { Self.inUse.remove(self) }

  // MARK: Connections

  /// A connection for exclusive use.
  func takeConnection() throws(ConfinedStore.Failure) -> LockedConnection {
    if let idle = state.withLock({ $0.idle.popLast() }) { return idle }
    return try LockedConnection(at: url, connecting, pageLimit: pageLimit)
  }

  /// Returns a connection for reuse. At most eight idle connections are kept.
  func returnConnection(_ connection: LockedConnection) {
    state.withLock { if $0.idle.count < 8 { $0.idle.append(connection) } }
  }

  /// The thread on which asynchronous writes begin, wait for their store, and commit. It is started
  /// by the first, and is a thread of its own, because all threads of a shared pool may be blocked
  /// by stores that wait for that write.
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

/// A file that is kept open to measure its length.
private final class OpenFile: Sendable {
  let descriptor: CInt

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }
}

// MARK: The write-ahead log

extension StoreFile {
  /// The length in bytes above which the write-ahead log is copied to the database.
  static let longLog = 4_000_000

  /// The number of complete copies of the log.
  var logClearCount: Int { state.withLock { $0.log.clearCount } }

  /// Whether the log is short, and a snapshot taken after `count` copies does not prevent it from
  /// being restarted.
  func isLogShort(sinceClear count: Int) -> Bool {
    state.withLock { !$0.log.isLong && $0.log.clearCount == count }
  }

  /// Counts a snapshot of a version.
  func pin(_ version: Int64) { state.withLock { $0.pinned[version, default: 0] += 1 } }

  /// Uncounts a snapshot of a version.
  func unpin(_ version: Int64) {
    state.withLock { state in
      guard let count = state.pinned[version] else { return }
      state.pinned[version] = count > 1 ? count - 1 : nil
    }
  }

  /// The versions with a snapshot, in ascending order.
  var pinnedVersions: [Int64] { state.withLock { $0.pinned.keys.sorted() } }

  /// Measures the log. Returns whether it is long and, as far as this process knows, can be copied
  /// completely by a caller that has pinned that version.
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
    guard let log = openLog.withLock({ $0 }) ?? openedLog() else { return nil }
    let end = lseek(log.descriptor, 0, SEEK_END)
    return end >= 0 ? Int(end) : nil
  }

  /// Opens the log, which exists because a store always has an open connection.
  private func openedLog() -> OpenFile? {
    let new = OpenFile(path + "-wal")
    return openLog.withLock { log in
      log = log ?? new
      return log
    }
  }

  /// Copies the log to the database. Snapshots pinned afterwards read only the database; once all
  /// do, the next write restarts the log. The other stores are therefore signalled to pin again.
  ///
  /// SQLite's own checkpoint would copy a long log at each commit and never restart it, because
  /// each store always has a version pinned.
  ///
  /// `version` is the one that the calling store had pinned, and `own` its signal.
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
