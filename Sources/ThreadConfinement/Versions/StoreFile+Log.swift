internal import Foundation
internal import SQLite

extension StoreFile {
  /// From how many bytes on the write-ahead log is copied to the database.
  static let longLog = 4_000_000

  /// Whether commits have made the log long.
  ///
  /// SQLite alone never restarts a log here: each store has a version pinned all the time, and a log
  /// is restarted only when no connection reads from it.
  var isLogLong: Bool {
    var status = stat()
    return stat(url.path + "-wal", &status) == 0 && status.st_size > Self.longLog
  }

  /// Copies to the database what no pinned version keeps in the log. When that is all of it, a version
  /// that is pinned from now on reads from the database alone, and once all are, the next write begins
  /// the log again. So the other stores are signalled to pin theirs again.
  ///
  /// - Parameter own: the store that calls this, after it let go of its version.
  func clearLog(for own: ChangeSignal) {
    guard let frames = copyLog(), isFirstTime(frames) else { return }
    for changeSignal in changeSignals where changeSignal !== own {
      changeSignal.signal(byOther: false)
    }
  }

  /// - Returns: how long the log is, if all of it was copied.
  private func copyLog() -> Int? {
    // A failure has no consequence but a longer log; the next read or write meets its cause.
    guard let connection = try? takeConnection() else { return nil }
    defer { giveBack(connection) }
    let answer = try? connection.use { (connection) throws(DatabaseError) -> (Int, Int, Int)? in
      try connection.first("PRAGMA wal_checkpoint(PASSIVE)")
    }
    guard let (busy, frames, copied) = answer ?? nil, busy == 0, frames == copied else {
      return nil
    }
    return frames
  }
}
