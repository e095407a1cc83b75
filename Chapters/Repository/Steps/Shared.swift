import Workbook

/// Keeps the list, and sends it to every screen that observes it.
final class SharedSource {
  private let source: any NewsSource
  private var stored: [Int]?
  private var observers: [([Int]) -> Void] = []

  init(over source: any NewsSource) { self.source = source }

  func observe(_ observer: @escaping ([Int]) -> Void) {
    observers.append(observer)
    if let stored { observer(stored) }
  }

  func refresh() throws {
    let fetched = try source.list()
    stored = fetched
    for observer in observers { observer(fetched) }
  }
}

extension Page {
  static let shared = Page(
    "shared", "Three refreshes, and screens that open in between"
  ) { transcript in
    let server = MemoryServer()
    let shared = SharedSource(over: RemoteSource(server: server))
    shared.observe { transcript.line("list: \($0)") }
    try shared.refresh()
    shared.observe { transcript.line("detail: \($0)") }
    server.news = [1, 2, 3]
    try shared.refresh()
    server.isReachable = false
    do { try shared.refresh() } catch { transcript.line("refresh: \(error)") }
    shared.observe { transcript.line("late: \($0)") }
  }
}
