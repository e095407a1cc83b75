import Concurrency
import HTTP
import Testing
import Workbook

@testable import Chapter_Repository

/// What each page prints, to the letter.
private let promised: [(page: String, lines: String)] = [
  (
    "no-repository",
    """
    viewDidLoad
    requestData
    API.request(xxxId: 12345)
    handle(model 12345)
    render(model 12345) on main
    viewDidLoad
    requestData
    API.request(xxxId: 12345)
    error: offline
    viewModel.load
    API.request(xxxId: 12345)
    handle(model 12345)
    render(model 12345) on main
    test of the controller: requests sent 1
    test of the view model: requests sent 1
    test over a fake repository: requests sent 0
    """
  ),
  (
    "cached",
    """
    store.readNewsList -> 0
    remote.requestNewsList -> 2
    store.save 2
    viewModel: 2 news
    store.readNewsList -> 2
    viewModel: 2 news
    remote calls 1
    """
  ),
  (
    "cached-as-written",
    """
    store.readNewsList -> 0
    remote.requestNewsList -> 2
    store.save 0
    viewModel: 2 news
    store.readNewsList -> 0
    remote.requestNewsList -> 2
    store.save 0
    viewModel: 2 news
    remote calls 2
    """
  ),
  (
    "failures",
    """
    remote fails, store empty -> error: offline
    reload, remote fails, store has 2 -> viewModel: 2 news, error: offline
    save fails -> viewModel: 2 news, error: full
    server answers 500 -> error: status 500
    server answers bad JSON -> error: not a news list
    server has no news, read twice -> viewModel: 0 news, remote calls 1
    """
  ),
]

struct `The pages about news` {
  @Test(arguments: promised)
  func `print what is promised`(page: String, lines: String) async {
    let printed = await Program.Repository.printed(by: [page])
    #expect(printed.output == lines + "\n")
    #expect(printed.complaints == "")
    #expect(printed.status == 0)
  }

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

  /// Those that make databases take longer, so they run less often.
  static let runs = Page.news.map { page in
    let makesDatabases = ["cached", "cached-as-written", "database", "failures", "swap-the-store"]
    return (page.slug, makesDatabases.contains(page.slug) ? 3 : 10)
  }

  @Test(arguments: runs)
  func `print the same in every run`(page: String, count: Int) async {
    let first = await Program.Repository.printed(by: [page])
    #expect(first.status == 0)
    #expect(first.complaints == "")
    for _ in 1..<count {
      let again = await Program.Repository.printed(by: [page])
      #expect(again == first)
    }
  }
}
