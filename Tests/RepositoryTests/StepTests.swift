import Testing

/// Has a list of news, and counts how often it is asked.
private final class Server {
  struct Offline: Error {}

  var news = [1, 2]
  var isReachable = true
  private(set) var requests = 0

  func list() throws -> [Int] {
    requests += 1
    guard isReachable else { throw Offline() }
    return news
  }
}

/// Asks the server itself.
private final class AskingViewModel {
  private let server: Server
  private(set) var news: [Int] = []

  init(_ server: Server) { self.server = server }

  func load() throws { news = try server.list() }
}

/// Where a list of news comes from.
private protocol NewsSource {
  func list() throws -> [Int]
}

private struct RemoteSource: NewsSource {
  let server: Server

  func list() throws -> [Int] { try server.list() }
}

private struct FixedSource: NewsSource {
  func list() -> [Int] { [1, 2, 3] }
}

/// Asks whatever source it is given.
private final class ListViewModel {
  private let source: any NewsSource
  private(set) var news: [Int] = []

  init(_ source: any NewsSource) { self.source = source }

  func load() throws { news = try source.list() }
}

/// Asks the source below once, and keeps the list.
private final class StoredSource: NewsSource {
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

/// Keeps the list, and sends it to every screen that observes it.
private final class SharedSource {
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

struct `A repository in steps` {
  private let server = Server()

  @Test
  func `begins as a view model that requests from the server`() throws {
    let screens = [AskingViewModel(server), AskingViewModel(server)]
    for screen in screens { try screen.load() }
    #expect(server.requests == 2)
  }

  @Test
  func `stands behind a protocol`() throws {
    let screen = ListViewModel(RemoteSource(server: server))
    try screen.load()
    #expect(screen.news == [1, 2])
    let tested = ListViewModel(FixedSource())
    try tested.load()
    #expect(tested.news == [1, 2, 3])
    #expect(server.requests == 1)
  }

  @Test
  func `sends one request for all screens`() throws {
    let source = StoredSource(over: RemoteSource(server: server))
    let screens = (1...3).map { _ in ListViewModel(source) }
    try screens[0].load()
    server.news = [1, 2, 3]
    try screens[1].load()
    server.isReachable = false
    try screens[2].load()
    let lists = screens.map(\.news)
    #expect(lists == [[1, 2], [1, 2], [1, 2]])
    #expect(server.requests == 1)
  }

  @Test
  func `sends each refreshed list to all screens`() throws {
    let shared = SharedSource(over: RemoteSource(server: server))
    var lines: [String] = []
    shared.observe { lines.append("list: \($0)") }
    try shared.refresh()
    shared.observe { lines.append("detail: \($0)") }
    server.news = [1, 2, 3]
    try shared.refresh()
    server.isReachable = false
    #expect(throws: Server.Offline.self) { try shared.refresh() }
    shared.observe { lines.append("late: \($0)") }
    #expect(
      lines == [
        "list: [1, 2]", "detail: [1, 2]",
        "list: [1, 2, 3]", "detail: [1, 2, 3]", "late: [1, 2, 3]",
      ])
  }
}
