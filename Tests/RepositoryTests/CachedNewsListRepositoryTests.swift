import Concurrency
import Foundation
import HTTP
import Testing
import Workbook

@testable import Chapter_Repository

@Suite(.serialized)
struct `The cached repository` {
  let server = InProcessServer()
  let two = [News(id: 1, title: "Ann"), News(id: 2, title: "Bob")]

  func json(_ news: [News]) throws -> StubResponse { .json(try JSONEncoder().encode(news)) }

  func answers(_ answer: StubResponse) {
    server.answer(.get, HTTPNewsListRemoteAPI.path, with: answer)
  }

  func repository(_ store: any NewsListDataStore) -> CachedNewsListRepository {
    CachedNewsListRepository(
      newsListRemoteAPI: HTTPNewsListRemoteAPI(client: HTTPClient(server: server)),
      newsListDataStore: store)
  }

  @Test
  func `reads, requests, saves, and does not request again`() async throws {
    let lines = Locked<[String]>([])
    let transcript = Transcript { line in lines.withLock { $0.append(line) } }
    answers(try json(two))
    let repository = CachedNewsListRepository(
      newsListRemoteAPI: HTTPNewsListRemoteAPI(client: HTTPClient(server: server))
        .logged(in: transcript),
      newsListDataStore: MemoryNewsListDataStore().logged(in: transcript))
    let first = try await repository.readNewsList()
    let second = try await repository.readNewsList()
    let history = lines.withLock { $0 }
    #expect(first == two)
    #expect(second == two)
    #expect(
      history == [
        "store.readNewsList -> 0", "remote.requestNewsList -> 2", "store.save 2",
        "store.readNewsList -> 2",
      ])
  }

  /// A store that runs a closure before it returns the list that it has read.
  final class InterruptedStore: NewsListDataStore {
    let store = MemoryNewsListDataStore()
    private let interruption = Locked<(@Sendable () async -> Void)?>(nil)

    func interruptNextReading(by interruption: @escaping @Sendable () async -> Void) {
      self.interruption.withLock { $0 = interruption }
    }

    func readNewsList() async -> [News]? {
      let stored = store.readNewsList()
      await interruption.withLock { $0.take() }?()
      return stored
    }

    func save(_ newsList: [News]) { store.save(newsList) }
  }

  @Test
  func `does not request a list that a reload stored meanwhile`() async throws {
    answers(try json(two))
    let store = InterruptedStore()
    let repository = repository(store)
    store.interruptNextReading { _ = try? await repository.readNewsList(.reload) }
    let news = try await repository.readNewsList()
    #expect(news == two)
    #expect(server.requests.count == 1)
  }

  @Test
  func `requests each time, as written`() async throws {
    answers(try json(two))
    let store = MemoryNewsListDataStore()
    let repository = AsWrittenCachedNewsListRepository(
      newsListRemoteAPI: HTTPNewsListRemoteAPI(client: HTTPClient(server: server)),
      newsListDataStore: store)
    for _ in 1...3 {
      let news = try await repository.readNewsList()
      #expect(news == two)
    }
    #expect(server.requests.count == 3)
    #expect(store.readNewsList() == [])
  }

  @Test
  func `returns the fetched list with the error when it cannot be stored`() async throws {
    answers(try json(two))
    let folder = try ScratchFolder()
    let inTheWay = folder.url.appending(path: "a file")
    try Data().write(to: inTheWay)
    let store = FileNewsListDataStore(file: inTheWay.appending(path: "news.json"))
    let reading = try await repository(store).readNewsList(.storedFirst)
    #expect(reading.news == two)
    #expect(reading.problems.count == 2)
    #expect(reading.problems.allSatisfy { $0 is NewsListStoreError })
  }

  @Test
  func `fetches again over a corrupt store, reports it, and the save repairs it`() async throws {
    answers(try json(two))
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "news.sqlite")
    try Data("no database, but long enough to look like one".utf8).write(to: file)
    let repository = repository(SQLiteNewsListDataStore(file: file))
    let first = try await repository.readNewsList(.storedFirst)
    let second = try await repository.readNewsList(.storedFirst)
    #expect(first.news == two)
    #expect(first.problems.map(\.briefly) == ["stored news are corrupt"])
    #expect(second.news == two)
    #expect(second.problems.isEmpty)
    #expect(server.requests.count == 1)
  }

  @Test
  @MainActor
  func `reports both when the server is offline and the store is corrupt`() async throws {
    answers(.fails(.offline))
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "news.json")
    try Data("[{".utf8).write(to: file)
    let viewModel = NewsListViewModel(
      newsListRepository: repository(FileNewsListDataStore(file: file)))
    await viewModel.load()
    #expect(viewModel.shown == "error: offline, error: stored news are corrupt")
    await viewModel.reload()
    #expect(viewModel.shown == "error: offline, error: stored news are corrupt")
  }

  @Test
  func `throws when there is neither a response nor a stored list, and requests again next time`()
    async throws
  {
    server.answer(
      .get, HTTPNewsListRemoteAPI.path, with: .fails(.offline), .status(503), try json(two))
    let repository = repository(MemoryNewsListDataStore())
    var failures: [HTTPError.Reason?] = []
    for _ in 1...2 {
      let failure = await #expect(throws: HTTPError.self) { try await repository.readNewsList() }
      failures.append(failure?.reason)
    }
    let news = try await repository.readNewsList()
    #expect(failures == [.offline, .status(503)])
    #expect(news == two)
  }
}
