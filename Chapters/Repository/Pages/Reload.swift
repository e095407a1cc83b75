import Concurrency
import Foundation
import HTTP
import Workbook

extension Page {
  static let reload = Page(
    "reload", "A stored list is old, and five readers ask at once"
  ) { transcript in
    let server = InProcessServer.withNews()
    let screen = viewModel(
      HTTPNewsListRemoteAPI(client: HTTPClient(server: server)), MemoryNewsListDataStore(),
      transcript)
    await screen.load(in: transcript)
    transcript.line(screen.shown)

    let more = try await FakeNewsListRepository().readNewsList()
    server.answer(
      .get, HTTPNewsListRemoteAPI.path, with: .json(try JSONEncoder().encode(more)))
    transcript.line("remote now has \(more.count)")
    await screen.load(in: transcript)
    transcript.line(screen.shown)

    transcript.line("reload")
    await screen.reload(in: transcript)
    transcript.line(screen.shown)

    try await readAtOnce(5, transcript)
  }

  /// Holds the response until all readers wait for it.
  @MainActor
  private static func readAtOnce(_ count: Int, _ transcript: Transcript) async throws {
    let gate = Gate()
    let server = InProcessServer()
    server.answer(
      .get, HTTPNewsListRemoteAPI.path, with: .json(Fixture.news).held(by: gate))
    let remote = HTTPNewsListRemoteAPI(client: HTTPClient(server: server)).recorded(in: transcript)
    let repository = CachedNewsListRepository(
      newsListRemoteAPI: remote, newsListDataStore: MemoryNewsListDataStore())

    try await transcript.call("\(count) x readNewsList", of: "repository") {
      let readers = (0..<count).map { _ in Task { try await repository.readNewsList() } }
      await repository.readers(count)
      gate.open()
      for reader in readers { _ = try await reader.value }
    }
    transcript.line("new repository, \(count) readers at once, remote calls \(remote.calls.count)")
  }
}
