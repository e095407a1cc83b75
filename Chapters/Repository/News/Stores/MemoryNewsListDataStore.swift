import Concurrency

/// Keeps the list as long as the program runs.
final class MemoryNewsListDataStore: NewsListDataStore {
  private let stored: Locked<[News]?>

  init(_ newsList: [News]? = nil) { stored = Locked(newsList) }

  func readNewsList() -> [News]? { stored.withLock { $0 } }

  func save(_ newsList: [News]) { stored.withLock { $0 = newsList } }
}
