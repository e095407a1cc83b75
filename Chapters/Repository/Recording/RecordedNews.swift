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

/// Records each call of a store, and may print it.
struct RecordedNewsListDataStore: NewsListDataStore {
  fileprivate let store: any NewsListDataStore
  fileprivate let name: String
  fileprivate let transcript: Transcript
  fileprivate let prints: Bool

  func readNewsList() async throws -> [News]? {
    let news = try await transcript.call(
      "readNewsList", of: name, returning: { $0.map(\.brief) ?? "nil" }, failing: \.briefly
    ) {
      try await store.readNewsList()
    }
    if prints { transcript.line("store.readNewsList -> \(news?.count ?? 0)") }
    return news
  }

  func save(_ newsList: [News]) async throws {
    try await transcript.call("save \(newsList.brief)", of: name, failing: \.briefly) {
      try await store.save(newsList)
    }
    if prints { transcript.line("store.save \(newsList.count)") }
  }
}

extension NewsListDataStore {
  /// Returns this store with its calls recorded and, if wanted, printed: `store.save 2`.
  func recorded(
    as name: String = "store", in transcript: Transcript, printing: Bool = false
  ) -> RecordedNewsListDataStore {
    RecordedNewsListDataStore(store: self, name: name, transcript: transcript, prints: printing)
  }
}

/// Records and counts the calls of a remote source, and may print them.
struct RecordedNewsListRemoteAPI: NewsListRemoteAPI {
  let calls = CallCounter()
  fileprivate let remote: any NewsListRemoteAPI
  fileprivate let name: String
  fileprivate let transcript: Transcript
  fileprivate let prints: Bool

  func requestNewsList() async throws -> [News] {
    calls.add()
    let news = try await transcript.call(
      "requestNewsList", of: name, returning: \.brief, failing: \.briefly
    ) {
      try await remote.requestNewsList()
    }
    if prints { transcript.line("remote.requestNewsList -> \(news.count)") }
    return news
  }
}

extension NewsListRemoteAPI {
  /// Returns this source with its calls counted, recorded and, if wanted, printed.
  func recorded(
    as name: String = "remote", in transcript: Transcript, printing: Bool = false
  ) -> RecordedNewsListRemoteAPI {
    RecordedNewsListRemoteAPI(remote: self, name: name, transcript: transcript, prints: printing)
  }
}

struct RecordedNewsListRepository: NewsListRepository {
  fileprivate let repository: any NewsListRepository
  fileprivate let transcript: Transcript

  func readNewsList() async throws -> [News] { try await readNewsList(.storedFirst).news }

  func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
    let name = policy == .reload ? "readNewsList(.reload)" : "readNewsList"
    return try await transcript.call(
      name, of: "repository", returning: \.brief, failing: \.briefly
    ) {
      try await repository.readNewsList(policy)
    }
  }
}

extension NewsListRepository {
  func recorded(in transcript: Transcript) -> RecordedNewsListRepository {
    RecordedNewsListRepository(repository: self, transcript: transcript)
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
    _ remote: any NewsListRemoteAPI, as remoteName: String = "remote",
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

/// Records the calls of a repository, with the ids of the entities.
struct RecordedRepository<Base: Repository>: Repository where Base.Entity: Identifiable {
  fileprivate let base: Base
  fileprivate let transcript: Transcript

  func query(_ query: Query<Base.Entity>) async throws -> [Base.Entity] {
    try await transcript.call(
      "query", of: "repository", returning: { $0.map { "\($0.id)" }.joined(separator: " ") }
    ) {
      try await base.query(query)
    }
  }

  func save(_ entity: Base.Entity) async throws {
    try await transcript.call("save \(entity.id)", of: "repository") {
      try await base.save(entity)
    }
  }

  func delete(_ entity: Base.Entity) async throws {
    try await transcript.call("delete \(entity.id)", of: "repository") {
      try await base.delete(entity)
    }
  }
}

extension Repository where Entity: Identifiable {
  func recorded(in transcript: Transcript) -> RecordedRepository<Self> {
    RecordedRepository(base: self, transcript: transcript)
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
