import Concurrency
import Foundation

/// A store in a JSON file, which each save replaces atomically. Its folder is created if it does
/// not exist.
struct FileNewsListDataStore: NewsListDataStore {
  let file: URL
  let thread = ThreadPool(name: "news.file")

  func readNewsList() async throws(NewsListStoreError) -> [News]? {
    try await thread.result { [file] () throws(NewsListStoreError) in try Self.read(file) }
  }

  func save(_ newsList: [News]) async throws(NewsListStoreError) {
    try await thread.result { [file] () throws(NewsListStoreError) in
      try Self.write(newsList, to: file)
    }
  }

  private static func read(_ file: URL) throws(NewsListStoreError) -> [News]? {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw NewsListStoreError(reason: .other(error.localizedDescription), place: file)
    }
    do {
      return try JSONDecoder().decode([News].self, from: data)
    } catch {
      throw NewsListStoreError(reason: .corrupt, place: file)
    }
  }

  private static func write(_ newsList: [News], to file: URL) throws(NewsListStoreError) {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONEncoder().encode(newsList).write(to: file, options: .atomic)
    } catch CocoaError.fileWriteOutOfSpace {
      throw NewsListStoreError(reason: .full, place: file)
    } catch {
      throw NewsListStoreError(reason: .other(error.localizedDescription), place: file)
    }
  }
}
