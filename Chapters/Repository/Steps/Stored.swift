import Workbook

/// Asks the source below once, and keeps the list.
final class StoredSource: NewsSource {
  private let source: any NewsSource
  private var stored: [Int]?

  init(over source: any NewsSource) { self.source = source }

  func list() throws -> [Int] {
    if let stored { return stored }
    let fetched = try source.list()
    stored = fetched
    return fetched
  }
}

extension Page {
  static let stored = Page(
    "stored", "Three screens, and a server that changes and disappears"
  ) { transcript in
    let server = MemoryServer()
    let source = StoredSource(over: RemoteSource(server: server))
    func open(_ screen: String) {
      let viewModel = ListViewModel(source)
      viewModel.load()
      transcript.line("\(screen): \(viewModel.text)")
    }

    open("morning")
    server.news = [1, 2, 3]
    open("noon")
    server.isReachable = false
    open("train")
    transcript.line("requests: \(server.requestCount)")
  }
}
