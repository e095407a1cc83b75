import Foundation

/// Keeps one list of news.
protocol NewsListDataStore: Sendable {
  /// The list, or nil if none was ever saved, which is not the same as an empty one.
  ///
  /// - Throws: when something is stored and cannot be read.
  func readNewsList() throws -> [News]?

  /// Replaces the list, whole or not at all; also what could not be read.
  ///
  /// - Throws: when it cannot be stored; what was stored before is still there.
  func save(_ newsList: [News]) throws
}

/// A store that cannot do what it was asked for.
struct NewsListStoreError: BrieflyTold {
  enum Reason: Equatable, Sendable {
    /// What is stored is no list of news.
    case corrupt
    /// There is no room for more.
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
