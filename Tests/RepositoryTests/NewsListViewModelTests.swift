import Concurrency
import HTTP
import TestSupport
import Testing
import Workbook

@testable import Chapter_Repository

@Suite(.serialized)
@MainActor
struct `The news view model` {
  /// A repository with an empty stored list, which delays the reads of one policy.
  struct DelayedRepository: NewsListRepository {
    let delayed: ReloadPolicy
    let reloaded: Result<NewsListReading, HTTPError>
    let begun = Gate()
    let gate = Gate()

    func readNewsList() async throws -> [News] { try await readNewsList(.storedFirst).news }

    func readNewsList(_ policy: ReloadPolicy) async throws -> NewsListReading {
      if policy == delayed {
        begun.open()
        await gate.passed()
      }
      return policy == .reload ? try reloaded.get() : NewsListReading(news: [])
    }
  }

  @Test(arguments: [
    (Result<Int, HTTPError>.success(1), "viewModel: 1 news"),
    (.failure(HTTPError(request: "GET /", reason: .offline)), "viewModel: 0 news, error: offline"),
  ])
  func `shows the newer result of a load and a reload, in any order of arrival`(
    reloaded: Result<Int, HTTPError>, shown: String
  ) async {
    let repository = DelayedRepository(
      delayed: .storedFirst,
      reloaded: reloaded.map { NewsListReading(news: [News(id: $0, title: "Ann")]) })
    let viewModel = NewsListViewModel(newsListRepository: repository)
    let load = Task { await viewModel.load() }
    await repository.begun.passed()
    await viewModel.reload()
    repository.gate.open()
    await load.value
    #expect(viewModel.shown == shown)
  }

  @Test
  func `shows the result of a reload, even after a load that began later and ended earlier`()
    async
  {
    let repository = DelayedRepository(
      delayed: .reload, reloaded: .success(NewsListReading(news: [News(id: 1, title: "Ann")])))
    let viewModel = NewsListViewModel(newsListRepository: repository)
    let reload = Task { await viewModel.reload() }
    await repository.begun.passed()
    await viewModel.load()
    let stored = viewModel.shown
    repository.gate.open()
    await reload.value
    #expect(stored == "viewModel: 0 news")
    #expect(viewModel.shown == "viewModel: 1 news")
  }

  @Test(.exitTest)
  nonisolated func `resolves its repository from the container by default`() async {
    await #expect(processExitsWith: .success) {
      DIContainer.shared.register((any NewsListRepository).self) { FakeNewsListRepository() }
      await MainActor.run { _ = NewsListViewModel() }
    }
  }

  @Test(.exitTest)
  nonisolated func `traps with the name of the type when the container has none`() async {
    let ending = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = NewsListViewModel() }
    }
    let text = String(decoding: ending?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NewsListRepository is not registered"))
  }
}

@Suite(.serialized)
struct `The container` {
  let container = DIContainer()

  @Test
  func `throws the name of an unregistered type`() {
    let failure = #expect(throws: DIContainer.NotRegistered.self) {
      try container.resolve((any NewsListRepository).self)
    }
    #expect(failure?.service == "NewsListRepository")
    #expect(
      failure?.description == "NewsListRepository is not registered; "
        + "call register(_:make:) for it before it is resolved")
  }

  @Test
  func `creates a new value with the last registered closure each time`() throws {
    let made = CallCounter()
    container.register((any NewsListRepository).self) {
      made.add()
      return FakeNewsListRepository()
    }
    for _ in 1...3 { _ = try container.resolve((any NewsListRepository).self) }
    #expect(made.count == 3)
  }

  @Test
  func `releases a replaced closure outside the lock`() {
    let released = Recorder<String>()
    let isReplaced = finishes { [container] in
      do {
        let probe = DeinitProbe { [weak container] in
          released.record("\((try? container?.resolve(Int.self)) ?? 0)")
        }
        container.register(Int.self) { [probe] in withExtendedLifetime(probe) { 1 } }
      }
      container.register(Int.self) { 2 }
    }
    #expect(isReplaced)
    #expect(released.entries == ["2"])
  }

  @Test
  func `lets a closure resolve its own dependencies`() throws {
    container.register((any NewsListDataStore).self) { MemoryNewsListDataStore([]) }
    container.register((any NewsListRepository).self) { [container] in
      DatabaseNewsListRepository(
        newsListDataStore: container.required((any NewsListDataStore).self))
    }
    let repository = try container.resolve((any NewsListRepository).self)
    #expect(repository is DatabaseNewsListRepository)
  }

  @Test
  func `may be used by many threads`() async {
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { [container] in
          container.register((any NewsListRepository).self) { FakeNewsListRepository() }
          _ = try? container.resolve((any NewsListRepository).self)
        }
      }
    }
    #expect(throws: Never.self) { try container.resolve((any NewsListRepository).self) }
  }
}

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
