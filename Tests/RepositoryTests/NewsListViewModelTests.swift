import HTTP
import Testing

@testable import Chapter_Repository

@MainActor
struct `The news view model` {
  /// Answers whatever it is told to.
  struct ScriptedRepository: NewsListRepository {
    let reading: Result<NewsListReading, HTTPError>

    func readNewsList() async throws -> [News] { try reading.get().news }

    func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
      try reading.get()
    }
  }

  @Test
  func `shows three news over the fake repository`() async {
    let viewModel = NewsListViewModel(newsListRepository: FakeNewsListRepository())
    await viewModel.load()
    #expect(viewModel.news?.map(\.id) == [1, 2, 3])
    #expect(viewModel.shown == "viewModel: 3 news")
  }

  @Test
  func `keeps its list when a later reading fails`() async {
    let offline = HTTPError(request: "GET /", reason: .offline)
    let viewModel = NewsListViewModel(
      newsListRepository: ScriptedRepository(reading: .failure(offline)))
    await viewModel.load()
    #expect(viewModel.news == nil)
    #expect(viewModel.shown == "error: offline")
  }

  @Test
  func `takes its repository from the container when none is given`() async {
    await #expect(processExitsWith: .success) {
      DIContainer.shared.register((any NewsListRepository).self) { FakeNewsListRepository() }
      await MainActor.run { _ = NewsListViewModel() }
    }
  }

  @Test
  func `stops with the name of the type when the container has none`() async {
    let ending = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = NewsListViewModel() }
    }
    let text = String(decoding: ending?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NewsListRepository is not registered"))
  }
}
