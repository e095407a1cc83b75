import Concurrency
import HTTP
import Testing

@testable import Chapter_Repository

@Suite(.serialized)
@MainActor
struct `The news view model` {
  /// A repository that returns a fixed reading.
  struct ScriptedRepository: NewsListRepository {
    let reading: Result<NewsListReading, HTTPError>

    func readNewsList() async throws -> [News] { try reading.get().news }

    func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
      try reading.get()
    }
  }

  /// A repository that delays its stored list and responds to a reload at once.
  struct SlowStoreRepository: NewsListRepository {
    let gate: Gate
    let reloaded: Result<NewsListReading, HTTPError>
    let loading = Gate()

    func readNewsList() async throws -> [News] { try await readNewsList(.storedFirst).news }

    func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
      guard policy == .storedFirst else { return try reloaded.get() }
      loading.open()
      await gate.passed()
      return NewsListReading(news: [])
    }
  }

  @Test(arguments: [
    (Result<Int, HTTPError>.success(1), "viewModel: 1 news"),
    (.failure(HTTPError(request: "GET /", reason: .offline)), "viewModel: 0 news, error: offline"),
  ])
  func `shows the newer result of a load and a reload, in any order of arrival`(
    reloaded: Result<Int, HTTPError>, shown: String
  ) async {
    let repository = SlowStoreRepository(
      gate: Gate(),
      reloaded: reloaded.map { NewsListReading(news: [News(id: $0, title: "Ann")]) })
    let viewModel = NewsListViewModel(newsListRepository: repository)
    let load = Task { await viewModel.load() }
    await repository.loading.passed()
    await viewModel.reload()
    repository.gate.open()
    await load.value
    #expect(viewModel.shown == shown)
  }

  /// A repository that returns an empty stored list at once and delays a reload.
  struct SlowServerRepository: NewsListRepository {
    let gate = Gate()
    let reloading = Gate()

    func readNewsList() async throws -> [News] { try await readNewsList(.storedFirst).news }

    func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
      guard policy == .reload else { return NewsListReading(news: []) }
      reloading.open()
      await gate.passed()
      return NewsListReading(news: [News(id: 1, title: "Ann")])
    }
  }

  @Test
  func `shows the result of a reload, even after a load that began later and ended earlier`()
    async
  {
    let repository = SlowServerRepository()
    let viewModel = NewsListViewModel(newsListRepository: repository)
    let reload = Task { await viewModel.reload() }
    await repository.reloading.passed()
    await viewModel.load()
    let stored = viewModel.shown
    repository.gate.open()
    await reload.value
    #expect(stored == "viewModel: 0 news")
    #expect(viewModel.shown == "viewModel: 1 news")
  }

  @Test
  func `shows three news over the fake repository`() async {
    let viewModel = NewsListViewModel(newsListRepository: FakeNewsListRepository())
    await viewModel.load()
    #expect(viewModel.news?.map(\.id) == [1, 2, 3])
    #expect(viewModel.shown == "viewModel: 3 news")
  }

  @Test
  func `keeps its list when a later read fails`() async {
    let offline = HTTPError(request: "GET /", reason: .offline)
    let viewModel = NewsListViewModel(
      newsListRepository: ScriptedRepository(reading: .failure(offline)))
    await viewModel.load()
    #expect(viewModel.news == nil)
    #expect(viewModel.shown == "error: offline")
  }

  @Test
  func `resolves its repository from the container by default`() async {
    await #expect(processExitsWith: .success) {
      DIContainer.shared.register((any NewsListRepository).self) { FakeNewsListRepository() }
      await MainActor.run { _ = NewsListViewModel() }
    }
  }

  @Test
  func `traps with the name of the type when the container has none`() async {
    let ending = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = NewsListViewModel() }
    }
    let text = String(decoding: ending?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NewsListRepository is not registered"))
  }
}
