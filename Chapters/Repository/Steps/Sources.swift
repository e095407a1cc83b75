import Workbook

/// Where a list of news comes from.
protocol NewsSource {
  func list() throws -> [Int]
}

/// The server's list.
struct RemoteSource: NewsSource {
  let server: MemoryServer

  func list() throws -> [Int] { try server.list() }
}

/// A list for tests.
struct FixedSource: NewsSource {
  func list() -> [Int] { [1, 2, 3] }
}

/// Asks the source that it is given.
final class ListViewModel {
  private let source: any NewsSource
  private(set) var text = ""

  init(_ source: any NewsSource) { self.source = source }

  func load() {
    do { text = "\(try source.list())" } catch { text = "\(error)" }
  }
}

extension Page {
  static let sources = Page("sources", "One view model over two sources") { transcript in
    let server = MemoryServer()
    let sources: [any NewsSource] = [RemoteSource(server: server), FixedSource()]
    for source in sources {
      let viewModel = ListViewModel(source)
      viewModel.load()
      transcript.line("\(type(of: source)): \(viewModel.text)")
    }
    transcript.line("requests: \(server.requestCount)")
  }
}
