import Exercising

/// Sends readers the stored news and then the server's, which it saves. Concurrent readers share
/// one request.
final class CachedNews: NewsRequirements {
  private let server: any NewsServer
  private let store: any NewsStore
  /// The readers waiting for the server's response. A request is in progress unless this is empty.
  private var waiting: [(NewsReading) -> Void] = []

  init(server: any NewsServer, store: any NewsStore) {
    self.server = server
    self.store = store
  }

  func readNews(_ reader: @escaping (NewsReading) -> Void) {
    do {
      if let stored = try store.readNews() { reader(.news(stored)) }
    } catch {
      reader(.problem(error))
    }
    waiting.append(reader)
    if waiting.count == 1 { server.requestNews(receive) }
  }

  private func receive(_ answer: Result<[Int], DataProblem>) {
    // The request ends before a reader is called, so that a new reader starts another request.
    let readers = waiting
    waiting = []
    let readings = readings(of: answer)
    for reader in readers { readings.forEach(reader) }
  }

  private func readings(of answer: Result<[Int], DataProblem>) -> [NewsReading] {
    switch answer {
    case .failure(let problem): return [.problem(problem)]
    case .success(let news):
      do {
        try store.save(news)
        return [.news(news)]
      } catch {
        return [.news(news), .problem(error)]
      }
    }
  }
}
