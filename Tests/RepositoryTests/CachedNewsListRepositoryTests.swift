import Foundation
import HTTP
import Locking
import Testing

@testable import Chapter_Repository

struct `The cached repository` {
  let server = InProcessServer()
  let two = [News(id: 1, title: "Ann"), News(id: 2, title: "Bob")]

  func json(_ news: [News]) throws -> Answer { .json(try JSONEncoder().encode(news)) }

  func answers(_ answer: Answer) {
    server.answer(.get, HTTPNewsListRemoteAPI.path, with: answer)
  }

  func repository(_ store: any NewsListDataStore) -> CachedNewsListRepository {
    CachedNewsListRepository(
      newsListRemoteAPI: HTTPNewsListRemoteAPI(client: HTTPClient(server: server)),
      newsListDataStore: store)
  }

  @Test
  func `reads, asks, saves, and does not ask again`() async throws {
    let lines = Locked<[String]>([])
    let note: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
    answers(try json(two))
    let repository = CachedNewsListRepository(
      newsListRemoteAPI: RecordedNewsListRemoteAPI(
        HTTPNewsListRemoteAPI(client: HTTPClient(server: server)), line: note),
      newsListDataStore: RecordedNewsListDataStore(MemoryNewsListDataStore(), line: note))
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

  @Test
  func `asks each time as it is written`() async throws {
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
  func `asks for each of the readers that come at once, as it is written`() async throws {
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
  func `returns what it fetched when the store takes nothing, and says so`() async throws {
    answers(try json(two))
    let folder = try TemporaryFolder()
    let store = FileNewsListDataStore(file: folder.url.appending(path: "no folder/news.json"))
    let reading = try await repository(store).readNewsList(.storedFirst)
    #expect(reading.news == two)
    #expect(reading.problems.count == 1)
    #expect(reading.problems.first is NewsListStoreError)
  }

  @Test
  func `fetches anew over a corrupt store, says so, and the save repairs it`() async throws {
    answers(try json(two))
    let folder = try TemporaryFolder()
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
  func `tells both when nobody answers and the store is corrupt`() async throws {
    answers(.fails(.offline))
    let folder = try TemporaryFolder()
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
  func `throws when there is neither an answer nor a stored list, and asks again next time`()
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

  @Test(arguments: [1, 2, 100])
  func `asks once for any number of readers at once`(count: Int) async throws {
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
  func `does not take the answer from others when one reader is cancelled`() async throws {
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
  func `does not let two requests overlap, so that the older answer never comes last`()
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
