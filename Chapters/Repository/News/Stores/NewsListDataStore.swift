import Concurrency
import Foundation

/// A store for a list of news. A store that waits for a disk does so on its own thread, because it
/// must not block Swift's pool.
protocol NewsListDataStore: Sendable {
  /// The list; nil if none was ever saved, which is not the same as an empty list. Throws if stored
  /// data cannot be read.
  func readNewsList() async throws -> [News]?

  /// Replaces the list atomically, even if the stored one cannot be read. If it throws, the former
  /// list remains.
  func save(_ newsList: [News]) async throws
}

struct NewsListStoreError: BriefError {
  enum Reason: Equatable, Sendable {
    case corrupt
    case full
    /// Any other error, with the system's message.
    case other(String)
  }

  let reason: Reason
  let place: URL

  var brief: String {
    switch reason {
    case .corrupt: "stored news are corrupt"
    case .full: "full"
    case .other(let text): text
    }
  }

  var description: String {
    switch reason {
    case .corrupt:
      "\(place.path): what is stored is no list of news; reload, and the next save replaces it"
    case .full: "\(place.path): full; the list is not stored, make room and reload"
    case .other(let text):
      "\(place.path): \(text); the list that was stored before is unchanged, "
        + "check that the folder is there and who may write to it, then reload"
    }
  }
}

/// A store in memory.
final class MemoryNewsListDataStore: NewsListDataStore {
  private let stored: Locked<[News]?>

  init(_ newsList: [News]? = nil) { stored = Locked(newsList) }

  func readNewsList() -> [News]? { stored.withLock { $0 } }

  func save(_ newsList: [News]) { stored.withLock { $0 = newsList } }
}
