import CSQLite
import Foundation
import SQLite

extension Comparison {
  /// Reading the cached news of the Repository chapter with its store's statement, compared with
  /// the C functions and with a JSON file.
  static let repository: [Comparison] = [readNews, readNewsBesideJSON]

  private static let name = "Repository: read 100,000 cached news"

  private static let readNews = Comparison(
    name: name, reference: "the same loop in C calls", limit: 1.25
  ) {
    let (cache, bare) = (NewsCache(), BareSQLite())
    bare.execute(NewsCache.table)
    let insertion = bare.prepare(NewsCache.insertion)
    bare.execute("BEGIN")
    for news in CachedNews.sample {
      sqlite3_bind_int64(insertion, 1, Int64(news.id))
      BareSQLite.bind(news.title, at: 2, to: insertion)
      bare.run(insertion)
    }
    bare.execute("COMMIT")
    let statement = bare.prepare(NewsCache.selection)
    return (
      cache.read,
      { repetitions in
        for _ in 0..<repetitions {
          let list = bare.rows(of: statement) {
            CachedNews(id: Int(sqlite3_column_int64($0, 0)), title: BareSQLite.text($0, 1))
          }
          CachedNews.check(list.count)
        }
      }
    )
  }

  private static let readNewsBesideJSON = Comparison(
    name: name, reference: "decoding them from a JSON file", limit: 0.125
  ) {
    let folder = WorkloadFolder()
    let file = folder.url.appending(path: "news.json")
    must { try JSONEncoder().encode(CachedNews.sample).write(to: file) }
    return (
      NewsCache().read,
      { repetitions in
        withExtendedLifetime(folder) {
          for _ in 0..<repetitions {
            let list = must {
              try JSONDecoder().decode([CachedNews].self, from: Data(contentsOf: file))
            }
            CachedNews.check(list.count)
          }
        }
      }
    )
  }
}

/// The same model as in the chapter.
private struct CachedNews: Codable {
  let id: Int
  let title: String

  static let sample = (0..<100_000).map { CachedNews(id: $0, title: "What happened in hour \($0)") }

  static func check(_ found: Int) {
    if found != sample.count { giveUp("\(found) news instead of \(sample.count)") }
  }
}

/// The chapter's store: a pool on a file, with one table.
private final class NewsCache: Sendable {
  static let table =
    "CREATE TABLE news (position INTEGER PRIMARY KEY, id INTEGER NOT NULL, title TEXT NOT NULL)"
  static let insertion = "INSERT INTO news (id, title) VALUES (?, ?)"
  static let selection = "SELECT id, title FROM news ORDER BY position"

  private let folder = WorkloadFolder()
  private let pool: DatabasePool

  init() {
    let file = folder.url.appending(path: "news.db")
    pool = must { try DatabasePool(at: file) }
    must {
      try pool.write { database in
        try database.execute(Self.table)
        for news in CachedNews.sample { try database.run(Self.insertion, news.id, news.title) }
      }
    }
  }

  func read(repetitions: Int) {
    for _ in 0..<repetitions {
      let list = must {
        try pool.read { database in
          try database.rows(Self.selection) { CachedNews(id: try $0[0], title: try $0[1]) }
        }
      }
      CachedNews.check(list.count)
    }
  }
}
