import Exercising

/// Sends readers the stored news, and then the server's, which it saves.
///
/// It misbehaves: the task is in Task.md. Check it: `swift run workbook check NewsShelf`
final class NewsShelf: NewsRequirements {
  private let server: any NewsServer
  private let store: any NewsStore

  init(server: any NewsServer, store: any NewsStore) {
    self.server = server
    self.store = store
  }

  func readNews(_ reader: @escaping (NewsReading) -> Void) {
    let stored = try? store.readNews()
    if let stored { reader(.news(stored)) }
    server.requestNews { answer in
      switch answer {
      case .success(let news):
        try? self.store.save(stored ?? [])
        reader(.news(news))
      case .failure(let problem):
        reader(.problem(problem))
      }
    }
  }
}
