import Concurrency
import Foundation

/// Keeps one list of news.
///
/// A store that has to wait for a disk does so on a thread of its own: Swift's pool has no thread to
/// spare for one that blocks.
protocol NewsListDataStore: Sendable {
  /// The list, or nil if none was ever saved, which is not the same as an empty one.
  ///
  /// - Throws: when something is stored and cannot be read.
  func readNewsList() async throws -> [News]?

  /// Replaces the list, whole or not at all; also one that could not be read.
  ///
  /// - Throws: when it cannot be stored; the former list is still there.
  func save(_ newsList: [News]) async throws
}

/// Why a list cannot be stored or read.
struct NewsListStoreError: BriefError {
  enum Reason: Equatable, Sendable {
    /// What is stored is not a list of news.
    case corrupt
    /// The disk or the database is full.
    case full
    /// Anything else, in the system's words.
    case other(String)
  }

  let reason: Reason
  /// The file.
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

/// Keeps the list as long as the program runs.
final class MemoryNewsListDataStore: NewsListDataStore {
  private let stored: Locked<[News]?>

  init(_ newsList: [News]? = nil) { stored = Locked(newsList) }

  func readNewsList() -> [News]? { stored.withLock { $0 } }

  func save(_ newsList: [News]) { stored.withLock { $0 = newsList } }
}
