import CSQLite
import Foundation
import SQLite

extension Comparison {
  /// Reading the cached news of the Repository chapter with its store's statement, compared with
  /// the C functions and with a JSON file.
  static let repository: [Comparison] = [readNews, readNewsBesideJSON]

  private static let newsCount = 100_000
  fileprivate static let allNews = "SELECT id, title FROM news ORDER BY position"

  private static let readNews = Comparison(
    name: "Repository: read 100,000 cached news", reference: "the same loop in C calls",
    limit: 1.25
  ) {
    let (cache, bare) = (NewsCache(), BareSQLite())
    bare.execute(NewsCache.table)
    let insertion = bare.prepare("INSERT INTO news (id, title) VALUES (?, ?)")
    bare.execute("BEGIN")
    for news in CachedNews.sample { bare.insert(news, with: insertion) }
    bare.execute("COMMIT")
    let statement = bare.prepare(allNews)
    return (
      cache.read,
      { repetitions in
        for _ in 0..<repetitions {
          var list: [CachedNews] = []
          while sqlite3_step(statement) == SQLITE_ROW {
            list.append(BareSQLite.news(statement))
          }
          sqlite3_reset(statement)
          check(list.count)
        }
        withExtendedLifetime(bare) {}
      }
    )
  }

  private static let readNewsBesideJSON = Comparison(
    name: "Repository: read 100,000 cached news", reference: "decoding them from a JSON file",
    limit: 0.125
  ) {
    let folder = WorkloadFolder()
    let file = folder.url.appending(path: "news.json")
    let cache = NewsCache()
    do {
      try JSONEncoder().encode(CachedNews.sample).write(to: file)
    } catch {
      giveUp("\(error)")
    }
    return (
      cache.read,
      { repetitions in
        withExtendedLifetime(folder) {
          for _ in 0..<repetitions {
            let list = try? JSONDecoder().decode([CachedNews].self, from: Data(contentsOf: file))
            check(list?.count ?? 0)
          }
        }
      }
    )
  }

  fileprivate static func check(_ found: Int) {
    if found != newsCount { giveUp("\(found) news instead of \(newsCount)") }
  }
}

/// The same model as in the chapter.
private struct CachedNews: Codable {
  let id: Int
  let title: String

  static let sample = (0..<100_000).map { CachedNews(id: $0, title: "What happened in hour \($0)") }
}

/// The chapter's store: a pool on a file, with one table.
private final class NewsCache: Sendable {
  static let table =
    "CREATE TABLE news (position INTEGER PRIMARY KEY, id INTEGER NOT NULL, title TEXT NOT NULL)"

  private let folder = WorkloadFolder()
  private let pool: DatabasePool

  init() {
    do {
      pool = try DatabasePool(at: folder.url.appending(path: "news.db"))
      try pool.write { database in
        try database.execute(Self.table)
        for news in CachedNews.sample {
          try database.run("INSERT INTO news (id, title) VALUES (?, ?)", news.id, news.title)
        }
      }
    } catch {
      giveUp("\(error)")
    }
  }

  func read(repetitions: Int) {
    for _ in 0..<repetitions {
      do {
        let list = try pool.read { database in
          try database.rows(Comparison.allNews) { row in
            CachedNews(id: try row[0], title: try row[1])
          }
        }
        Comparison.check(list.count)
      } catch {
        giveUp("\(error)")
      }
    }
  }
}

extension BareSQLite {
  fileprivate func insert(_ news: CachedNews, with statement: OpaquePointer) {
    sqlite3_bind_int64(statement, 1, Int64(news.id))
    news.title.withCString { title in
      sqlite3_bind_text(statement, 2, title, -1, nil)
      guard sqlite3_step(statement) == SQLITE_DONE else { giveUp("insert") }
    }
    sqlite3_reset(statement)
  }

  fileprivate static func news(_ statement: OpaquePointer) -> CachedNews {
    let text = UnsafeBufferPointer(
      start: sqlite3_column_text(statement, 1), count: Int(sqlite3_column_bytes(statement, 1)))
    return CachedNews(
      id: Int(sqlite3_column_int64(statement, 0)), title: String(decoding: text, as: UTF8.self))
  }
}
