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

extension `The cached repository` {
  @Test(arguments: [1, 2, 100])
  func `sends one request for any number of concurrent readers`(count: Int) async throws {
    let gate = Gate()
    answers(try json(two).held(by: gate))
    let repository = repository(MemoryNewsListDataStore())
    let readers = (0..<count).map { _ in Task { try await repository.readNewsList() } }
    await repository.readers(count)
    gate.open()
    for reader in readers {
      let news = try await reader.value
      #expect(news == two)
    }
    #expect(server.requests.count == 1)
  }

  @Test
  func `sends a request for each concurrent reader, as written`() async throws {
    let gate = Gate()
    answers(try json(two).held(by: gate))
    let repository = AsWrittenCachedNewsListRepository(
      newsListRemoteAPI: HTTPNewsListRemoteAPI(client: HTTPClient(server: server)),
      newsListDataStore: MemoryNewsListDataStore())
    let readers = (0..<5).map { _ in Task { try await repository.readNewsList() } }
    await server.received(5)
    gate.open()
    for reader in readers { _ = try await reader.value }
    #expect(server.requests.count == 5)
  }

  @Test
  func `still serves the others when one reader is cancelled`() async throws {
    let gate = Gate()
    answers(try json(two).held(by: gate))
    let repository = repository(MemoryNewsListDataStore())
    let leaving = Task { try await repository.readNewsList() }
    let staying = Task { try await repository.readNewsList() }
    await repository.readers(2)
    leaving.cancel()
    gate.open()
    let news = try await staying.value
    #expect(news == two)
    #expect(server.requests.count == 1)
  }

  @Test
  func `does not let requests overlap, so that an older response never arrives last`()
    async throws
  {
    let gate = Gate()
    answers(try json(two).held(by: gate))
    let store = MemoryNewsListDataStore(two)
    let repository = repository(store)
    let first = Task { try await repository.readNewsList(.reload) }
    await server.received(1)
    let second = Task { try await repository.readNewsList(.reload) }
    let stored = try await repository.readNewsList()
    gate.open()
    _ = try await first.value
    _ = try await second.value
    #expect(stored == two)
    #expect((1...2).contains(server.requests.count))
    #expect(store.readNewsList() == two)
  }
}
