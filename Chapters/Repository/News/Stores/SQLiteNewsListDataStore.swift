import Concurrency
import Foundation
import SQLite

/// A store in a SQLite database, which is opened on first use.
///
/// It has two threads, so that one can read while the other saves. The next save replaces a file
/// that is damaged or is not a database.
struct SQLiteNewsListDataStore: NewsListDataStore {
  private let file: URL
  private let pageLimit: Int
  private let database: RepairableDatabase
  private let threads = ThreadPool(name: "news.sqlite", count: 2)

  /// The file need not exist. The database has at least as many pages as the tables need, whatever
  /// the limit.
  init(file: URL, pageLimit: Int? = nil) {
    self.file = file
    self.pageLimit = pageLimit ?? Int(Int32.max)
    // A list lost in a power failure can be requested again, so commits do not wait for the disk.
    database = .shared(
      at: file, .standard.with(\.synchronous, .normal), migrations: Self.migrations)
  }

  func readNewsList() async throws(NewsListStoreError) -> [News]? {
    try await threads.result { () throws(NewsListStoreError) in try read() }
  }

  func save(_ newsList: [News]) async throws(NewsListStoreError) {
    try await threads.result { () throws(NewsListStoreError) in
      do { try write(newsList) } catch { throw NewsListStoreError(error, place: file) }
    }
  }

  private func read() throws(NewsListStoreError) -> [News]? {
    do {
      return try database.read { connection in
        guard try connection.value("SELECT count(*) FROM saved") == 1 else { return nil }
        return try connection.rows("SELECT id, title FROM news ORDER BY position") {
          (row) throws(DatabaseError) in
          News(id: try row[0], title: try row[1])
        }
      }
    } catch {
      throw NewsListStoreError(error, place: file)
    }
  }

  private func write(_ newsList: [News]) throws {
    try database.write { connection in
      try connection.execute("PRAGMA max_page_count = \(pageLimit)")
      try connection.run("DELETE FROM news")
      try connection.prepared("INSERT INTO news (id, title) VALUES (?, ?)") {
        (insertion) throws(DatabaseError) in
        for news in newsList {
          try insertion.bind(news.id, news.title)
          try insertion.run()
        }
      }
      try connection.run("INSERT OR IGNORE INTO saved (once) VALUES (1)")
    }
  }

  private static let migrations = [
    Migration(
      "a list of news, and whether one was ever saved",
      sql: """
        CREATE TABLE news (position INTEGER PRIMARY KEY, id INTEGER NOT NULL, title TEXT NOT NULL);
        CREATE TABLE saved (once INTEGER PRIMARY KEY CHECK (once = 1));
        """)
  ]
}

extension NewsListStoreError {
  fileprivate init(_ error: any Error, place: URL) {
    let reason: Reason =
      switch error as? DatabaseError {
      case .wrongType, .noSuchColumn: .corrupt
      case let error? where error.isDamage: .corrupt
      case let error? where error.matches(.full): .full
      default: .other("\(error)")
      }
    self.init(reason: reason, place: place)
  }
}
