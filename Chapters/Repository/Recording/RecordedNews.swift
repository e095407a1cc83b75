import Concurrency
import Foundation
import HTTP
import Workbook

/// Counts calls on any thread.
final class CallCounter: Sendable {
  private let number = Locked(0)

  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}

/// A store, a remote source or a repository whose calls are recorded and optionally printed.
struct Recorded<Base: Sendable>: Sendable {
  /// Counts the requests of a remote source.
  let calls = CallCounter()
  fileprivate let base: Base
  fileprivate let name: String
  fileprivate let transcript: Transcript
  fileprivate var prints = false
}

extension Recorded: NewsListDataStore where Base: NewsListDataStore {
  func readNewsList() async throws -> [News]? {
    let news = try await transcript.call(
      "readNewsList", of: name, returning: { $0.map(\.brief) ?? "nil" }, failing: \.briefly
    ) {
      try await base.readNewsList()
    }
    if prints { transcript.line("store.readNewsList -> \(news?.count ?? 0)") }
    return news
  }

  func save(_ newsList: [News]) async throws {
    try await transcript.call("save \(newsList.brief)", of: name, failing: \.briefly) {
      try await base.save(newsList)
    }
    if prints { transcript.line("store.save \(newsList.count)") }
  }
}

extension NewsListDataStore {
  /// Returns this store with its calls recorded and optionally printed: `store.save 2`.
  func recorded(
    as name: String = "store", in transcript: Transcript, printing: Bool = false
  ) -> any NewsListDataStore {
    Recorded(base: self, name: name, transcript: transcript, prints: printing)
  }
}

extension Recorded: NewsListRemoteAPI where Base: NewsListRemoteAPI {
  func requestNewsList() async throws -> [News] {
    calls.add()
    let news = try await transcript.call(
      "requestNewsList", of: name, returning: \.brief, failing: \.briefly
    ) {
      try await base.requestNewsList()
    }
    if prints { transcript.line("remote.requestNewsList -> \(news.count)") }
    return news
  }
}

extension NewsListRemoteAPI {
  /// Returns this source with its calls counted, recorded and optionally printed.
  func recorded(
    as name: String = "remote", in transcript: Transcript, printing: Bool = false
  ) -> Recorded<Self> {
    Recorded(base: self, name: name, transcript: transcript, prints: printing)
  }
}

extension Recorded: NewsListRepository where Base: NewsListRepository {
  func readNewsList() async throws -> [News] { try await readNewsList(.storedFirst).news }

  func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
    let function = policy == .reload ? "readNewsList(.reload)" : "readNewsList"
    return try await transcript.call(function, of: name, returning: \.brief, failing: \.briefly) {
      try await base.readNewsList(policy)
    }
  }
}

extension NewsListRepository {
  func recorded(in transcript: Transcript) -> any NewsListRepository {
    Recorded(base: self, name: "repository", transcript: transcript)
  }
}

extension NewsListViewModel {
  /// Loads, which is recorded with the page's line.
  func load(in transcript: Transcript, fileID: String = #fileID, line: Int = #line) async {
    await transcript.call("load", of: "viewModel", fileID: fileID, line: line) { await load() }
  }

  /// Reloads, which is recorded with the page's line.
  func reload(in transcript: Transcript, fileID: String = #fileID, line: Int = #line) async {
    await transcript.call("reload", of: "viewModel", fileID: fileID, line: line) { await reload() }
  }
}

extension Page {
  /// A view model over a cache whose calls are recorded.
  @MainActor
  static func viewModel(
    _ remote: some NewsListRemoteAPI, as remoteName: String = "remote",
    _ store: any NewsListDataStore, as storeName: String = "store", _ transcript: Transcript
  ) -> NewsListViewModel {
    let repository = CachedNewsListRepository(
      newsListRemoteAPI: remote.recorded(as: remoteName, in: transcript),
      newsListDataStore: store.recorded(as: storeName, in: transcript))
    return NewsListViewModel(newsListRepository: repository.recorded(in: transcript))
  }
}

extension [News] {
  fileprivate var brief: String { "\(count) news" }
}

extension NewsListReading {
  fileprivate var brief: String {
    ([news.brief] + problems.map { "error: \($0.briefly)" }).joined(separator: ", ")
  }
}

/// The calls are recorded with the ids of the entities.
extension Recorded: Repository where Base: Repository, Base.Entity: Identifiable {
  func query(_ query: Query<Base.Entity>) async throws -> [Base.Entity] {
    try await transcript.call(
      "query", of: name, returning: { $0.map { "\($0.id)" }.joined(separator: " ") }
    ) {
      try await base.query(query)
    }
  }

  func save(_ entity: Base.Entity) async throws {
    try await transcript.call("save \(entity.id)", of: name) { try await base.save(entity) }
  }

  func delete(_ entity: Base.Entity) async throws {
    try await transcript.call("delete \(entity.id)", of: name) { try await base.delete(entity) }
  }
}

extension Repository where Entity: Identifiable {
  func recorded(in transcript: Transcript) -> Recorded<Self> {
    Recorded(base: self, name: "repository", transcript: transcript)
  }
}

/// An error with a short text that a page prints: `error: offline`. The description is a sentence.
protocol BriefError: LocalizedError, CustomStringConvertible {
  var brief: String { get }
}

extension BriefError {
  var errorDescription: String? { description }
}

extension HTTPError: BriefError {
  var brief: String { "\(reason)" }
}

extension Error {
  /// The short text of the error, if any. Otherwise, the whole text.
  var briefly: String {
    if let error = self as? any BriefError { return error.brief }
    if case .keyNotFound(let key, _) = self as? DecodingError {
      return "no value for key \(key.stringValue)"
    }
    return "\(self)"
  }
}
