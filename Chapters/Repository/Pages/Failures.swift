import Foundation
import HTTP
import Workbook

extension Page {
  static let failures = Page("failures", "What the screen shows when a part fails") { transcript in
    let folder = try ScratchFolder()
    let offline = remote(answering: .fails(.offline))

    let empty = viewModel(offline, MemoryNewsListDataStore(), transcript)
    await empty.load(in: transcript)
    transcript.line("remote fails, store empty -> \(empty.shown)")

    let stored = [News(id: 1, title: "Ann"), News(id: 2, title: "Bob")]
    let filled = viewModel(offline, MemoryNewsListDataStore(stored), transcript)
    await filled.reload(in: transcript)
    transcript.line("reload, remote fails, store has \(stored.count) -> \(filled.shown)")

    // The second title needs more pages than the database may have.
    let long = News(id: 2, title: String(repeating: "Bob ", count: 10_000))
    let full = viewModel(
      remote(answering: .json(try JSONEncoder().encode([stored[0], long]))),
      SQLiteNewsListDataStore(file: folder.url.appending(path: "news.sqlite"), pageLimit: 1),
      transcript)
    await full.load(in: transcript)
    transcript.line("save fails -> \(full.shown)")

    let refusing = viewModel(remote(answering: .status(500)), MemoryNewsListDataStore(), transcript)
    await refusing.load(in: transcript)
    transcript.line("server answers 500 -> \(refusing.shown)")

    let garbled = viewModel(remote(answering: .json("[{]")), MemoryNewsListDataStore(), transcript)
    await garbled.load(in: transcript)
    transcript.line("server answers bad JSON -> \(garbled.shown)")

    let server = InProcessServer()
    let quiet = viewModel(
      remote(answering: .json("[]"), from: server), MemoryNewsListDataStore(), transcript)
    await quiet.load(in: transcript)
    await quiet.load(in: transcript)
    transcript.line(
      "server has no news, read twice -> \(quiet.shown), remote calls \(server.requests.count)")
  }

  private static func remote(
    answering answer: StubResponse, from server: InProcessServer = InProcessServer()
  ) -> HTTPNewsListRemoteAPI {
    server.answer(.get, HTTPNewsListRemoteAPI.path, with: answer)
    return HTTPNewsListRemoteAPI(client: HTTPClient(server: server))
  }
}
