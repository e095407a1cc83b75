import Foundation

/// Keeps the list as JSON in one file, which is replaced whole at each save; its folder is made if
/// there is none.
struct FileNewsListDataStore: NewsListDataStore {
  let file: URL

  func readNewsList() throws(NewsListStoreError) -> [News]? {
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

  func save(_ newsList: [News]) throws(NewsListStoreError) {
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
