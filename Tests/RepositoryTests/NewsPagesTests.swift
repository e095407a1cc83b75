import Concurrency
import HTTP
import Testing
import Workbook

@testable import Chapter_Repository

struct `The pages about news` {
  @Test
  @MainActor
  func `resolve a repository once for each screen, and the same one for all`() async {
    let made = CallCounter()
    let lines = Locked<[String]>([])
    let server = InProcessServer.withNews()
    let cached = CachedNewsListRepository(
      newsListRemoteAPI: HTTPNewsListRemoteAPI(client: HTTPClient(server: server)),
      newsListDataStore: MemoryNewsListDataStore())
    let container = DIContainer()
    container.register((any NewsListRepository).self) {
      made.add()
      return cached
    }
    let transcript = Transcript { line in lines.withLock { $0.append(line) } }
    for _ in 1...2 { await Page.show(container, transcript) }
    let printed = lines.withLock { $0 }
    let screen = ["resolve NewsListRepository -> CachedNewsListRepository", "viewModel: 2 news"]
    #expect(printed == screen + screen)
    #expect(made.count == 2)
    #expect(server.requests.count == 1)
  }
}
