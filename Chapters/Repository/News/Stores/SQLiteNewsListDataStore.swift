import Foundation
import Locking
import SQLite

/// Keeps the list in a SQLite database, which is opened at the first use.
///
/// Usable from any thread: readers go on while one thread saves. A file that is damaged, or that is no
/// database, is replaced by the next save.
final class SQLiteNewsListDataStore: NewsListDataStore {
  private let file: URL
  private let pageLimit: Int?
  private let opened = Locked<DatabasePool?>(nil)

  /// - Parameters:
  ///   - file: where the database is, or will be.
  ///   - pageLimit: how many pages it may have, at least those that its tables need; nil for no limit.
  init(file: URL, pageLimit: Int? = nil) {
    self.file = file
    self.pageLimit = pageLimit
  }

  func readNewsList() throws(NewsListStoreError) -> [News]? {
    do {
      return try pool().read { (database) throws(DatabaseError) -> [News]? in
        guard try database.value("SELECT count(*) FROM saved") == 1 else { return nil }
        return try database.rows("SELECT id, title FROM news ORDER BY position") {
          (row) throws(DatabaseError) in News(id: try row[0], title: try row[1])
        }
      }
    } catch {
      throw NewsListStoreError(error, place: file)
    }
  }

  func save(_ newsList: [News]) throws(NewsListStoreError) {
    do throws(DatabaseError) {
      do throws(DatabaseError) {
        try write(newsList)
      } catch  where error.matches(.corrupt) || error.matches(.notADatabase) {
        try startAnew()
        try write(newsList)
      }
    } catch {
      throw NewsListStoreError(error, place: file)
    }
  }

  private func write(_ newsList: [News]) throws(DatabaseError) {
    try pool().write { (database) throws(DatabaseError) in
      try database.run("DELETE FROM news")
      try database.prepared("INSERT INTO news (id, title) VALUES (?, ?)") {
        (insertion) throws(DatabaseError) in
        for news in newsList {
          try insertion.bind(news.id, news.title)
          try insertion.run()
        }
      }
      try database.run("INSERT OR IGNORE INTO saved (once) VALUES (1)")
    }
  }

  // MARK: Opening

  private static let migrations = [
    Migration(
      "a list of news, and whether one was ever saved",
      sql: """
        CREATE TABLE news (position INTEGER PRIMARY KEY, id INTEGER NOT NULL, title TEXT NOT NULL);
        CREATE TABLE saved (once INTEGER PRIMARY KEY CHECK (once = 1));
        """)
  ]

  private func pool() throws(DatabaseError) -> DatabasePool {
    if let pool = opened.withLock({ $0 }) { return pool }
    // What a power cut may take can be asked for again, so no commit waits for the disk.
    let pool = try DatabasePool(at: file, .standard.with(\.synchronous, .normal))
    try pool.migrate(Self.migrations)
    if let pageLimit {
      try pool.withWriter { (writer) throws(DatabaseError) in
        try writer.execute("PRAGMA max_page_count = \(pageLimit)")
      }
    }
    return opened.withLock { opened in
      opened = opened ?? pool
      return opened ?? pool
    }
  }

  /// Takes away a file that cannot be used, with what SQLite keeps beside it.
  private func startAnew() throws(DatabaseError) {
    opened.withLock { $0 = nil }
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file.path + suffix)
    }
  }
}

extension NewsListStoreError {
  /// What SQLite's refusal means for a list of news.
  fileprivate init(_ error: DatabaseError, place: URL) {
    let reason: Reason =
      switch error {
      case .wrongType, .noSuchColumn: .corrupt
      case _ where error.matches(.corrupt) || error.matches(.notADatabase): .corrupt
      case _ where error.matches(.full): .full
      default: .other("\(error)")
      }
    self.init(reason: reason, place: place)
  }
}
