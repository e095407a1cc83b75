import Concurrency
import Foundation
import HTTP
import Testing

@testable import Chapter_Repository

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
